"use strict";
(() => {
  // node_modules/preact/dist/preact.mjs
  var n, t, r, u, i, f, o, e, l, c, a, s, h = /* @__PURE__ */ Symbol.for("pv"), p = {}, y = [], v = /^m(i|n|o|s|text|space)$/, w = Array.isArray, d = y.slice, _ = Object.assign;
  function g(n3) {
    n3 && n3.parentNode && n3.remove();
  }
  function k(n3, t4, r4) {
    var u4, i4, f5, o5 = {}, e4 = arguments.length;
    for (f5 in t4) f5 == "key" ? u4 = t4[f5] : f5 == "ref" && typeof n3 != "function" ? i4 = t4[f5] : o5[f5] = t4[f5];
    return e4 > 2 && (o5.children = e4 > 3 ? d.call(arguments, 2) : r4), m(n3, o5, u4, i4, null);
  }
  function m(r4, u4, i4, f5, o5) {
    var e4 = { type: r4, props: u4, key: i4, ref: f5, __k: null, __: null, __b: 0, __e: null, __c: null, constructor: h, __v: o5 || ++t, __i: -1, __u: 0 };
    return !o5 && n.vnode && n.vnode(e4), e4;
  }
  function $(n3) {
    return n3.children;
  }
  function x(n3, t4) {
    this.props = n3, this.context = t4, this.__g = 0;
  }
  function S(n3, t4) {
    if (t4 == null) return n3.__ && S(n3.__, n3.__i + 1);
    for (var r4; t4 < n3.__k.length; t4++) if ((r4 = n3.__k[t4]) && r4.__e) return r4.__e;
    return typeof n3.type != "function" || n3.props.__P ? null : S(n3);
  }
  function C(t4) {
    var r4, u4 = t4.__v, i4 = u4.__e, f5 = [], o5 = [], e4 = t4.__P;
    e4 && ((r4 = _({ constructor: h }, u4)).__v = u4.__v + 1, n.vnode && n.vnode(r4), z(e4, r4, u4, t4.__n, e4.namespaceURI, 32 & u4.__u ? [i4] : null, f5, i4 || S(u4), 32 & u4.__u, o5), r4.__v = u4.__v, r4.__.__k[r4.__i] = r4, E(f5, r4, o5), u4.__ = u4.__e = null, r4.__e != i4 && j(r4));
  }
  function j(n3) {
    if ((n3 = n3.__) && n3.__c && !n3.props.__P) return n3.__e = null, n3.__k.some(function(t4) {
      return t4 && (n3.__e = t4.__e);
    }), j(n3);
  }
  function L(t4) {
    (8 & t4.__g || (t4.__g |= 8, u.push(t4), f++)) && i == n.debounceRendering || ((i = n.debounceRendering) || queueMicrotask)(H);
  }
  function H() {
    try {
      for (var n3, t4 = 1; u.length; ) u.length > t4 && u.sort(o), n3 = u.shift(), t4 = u.length, 8 & n3.__g && C(n3);
    } finally {
      (f = u.length) && (i || queueMicrotask)(H);
    }
  }
  function I(n3, t4, r4, u4, i4, f5, o5, e4, l4, c4, a5) {
    var s4, h5, v4, w5, d5, _4, g5 = u4.__k || y, k4 = t4.length;
    for (l4 = q(r4, t4, g5, l4, k4), s4 = 0; s4 < k4; s4++) (v4 = r4.__k[s4]) != null && (h5 = ~v4.__i && g5[v4.__i] || p, v4.__i = s4, _4 = z(n3, v4, h5, i4, f5, o5, e4, l4, c4, a5), w5 = v4.__e, (h5.ref != v4.ref || 8 & h5.__u) && (h5.ref && G(h5.ref, null, v4, h5), v4.ref && a5.push(v4.ref, v4.__c || w5, v4)), d5 = d5 || w5, 4 & v4.__u ? (l4 = A(v4, l4, n3, !h5.__v), h5.__e && (h5.__e = null)) : typeof v4.type == "function" && _4 !== void 0 ? l4 = _4 : w5 && (l4 = w5.nextSibling), v4.__u &= -21);
    return r4.__e = d5, l4;
  }
  function q(n3, t4, r4, u4, i4) {
    var f5, o5, e4, l4, c4, a5, s4, p5, y5, v4 = r4.length, d5 = v4, _4 = 0, g5 = 0, k4 = n3.__k = Array(i4);
    for (f5 = 0; f5 < i4; f5++) (o5 = t4[f5]) != null && typeof o5 != "boolean" && typeof o5 != "function" ? (typeof o5 != "object" || o5.constructor === String ? o5 = k4[f5] = m(null, o5) : w(o5) ? o5 = k4[f5] = m($, { children: o5 }) : o5.constructor === h && o5.__b ? o5 = k4[f5] = m(o5.type, o5.props, o5.key, o5.ref, o5.__v) : k4[f5] = o5, l4 = f5 + _4, o5.__ = n3, o5.__b = n3.__b + 1, e4 = null, ~(c4 = o5.__i = P(o5, r4, l4, d5)) && (d5--, (e4 = r4[c4]) && (e4.__u |= 2)), e4 && e4.__v ? (o5.__u |= 16, c4 == l4 - 1 ? _4-- : c4 == l4 + 1 ? _4++ : c4 != l4 && (c4 > l4 ? _4-- : _4++, g5 = 1)) : (~c4 || (i4 > v4 ? _4-- : i4 < v4 && _4++), typeof o5.type != "function" && (o5.__u |= 4))) : k4[f5] = null;
    if (g5) {
      for (a5 = [], s4 = [], f5 = 0; f5 < i4; f5++) if ((o5 = k4[f5]) && 16 & o5.__u) {
        for (_4 = 0, p5 = a5.length; _4 < p5; ) a5[y5 = _4 + p5 >> 1] < o5.__i ? _4 = y5 + 1 : p5 = y5;
        a5[_4] = o5.__i, s4[f5] = _4 + 1;
      }
      for (_4 = a5.length; f5--; ) s4[f5] && (s4[f5] == _4 ? _4-- : k4[f5].__u |= 4);
    }
    if (d5) for (f5 = 0; f5 < v4; f5++) !(e4 = r4[f5]) || 2 & e4.__u || (e4.__e == u4 && (u4 = S(e4)), J(e4, e4));
    return u4;
  }
  function A(n3, t4, r4, u4) {
    var i4, f5, o5, e4;
    if (typeof n3.type == "function") {
      if (n3.props.__P) return t4;
      if (i4 = n3.__k) for (f5 = 0; f5 < i4.length; f5++) i4[f5] && (i4[f5].__ = n3, t4 = A(i4[f5], t4, r4, !1));
      return t4;
    }
    for (t4 && !t4.parentNode && (t4 = S(n3)) && !t4.parentNode && (t4 = null), o5 = n3.__e, e4 = t4; e4 && e4.nodeType == 8; ) e4 = e4.nextSibling;
    for (o5 != e4 && (!u4 && r4.moveBefore && o5.parentNode ? r4.moveBefore(o5, t4) : r4.insertBefore(o5, t4 || null)), t4 = o5; (t4 = t4 && t4.nextSibling) && t4.nodeType == 8 && !t4.data.startsWith("$s"); ) ;
    return t4;
  }
  function P(n3, t4, r4, u4) {
    var i4, f5 = n3.key, o5 = n3.type, e4 = t4[r4], l4 = e4 && !(2 & e4.__u);
    if (e4 === null && f5 == null || l4 && f5 == e4.key && o5 == e4.type) return r4;
    if (u4 > (l4 ? 1 : 0)) {
      for (i4 = r4 - 1; i4 >= 0; i4--) if ((e4 = t4[i4]) && !(2 & e4.__u) && f5 == e4.key && o5 == e4.type) return i4;
      for (i4 = r4 + 1; i4 < t4.length; i4++) if ((e4 = t4[i4]) && !(2 & e4.__u) && f5 == e4.key && o5 == e4.type) return i4;
    }
    return -1;
  }
  function T(n3, t4, r4) {
    r4 == null && (r4 = ""), t4[0] == "-" ? n3.setProperty(t4, r4) : n3[t4] = r4;
  }
  function N(n3, t4, r4, u4, i4) {
    var f5, o5;
    if (t4 == "style") if (typeof r4 == "string") n3.style.cssText = r4;
    else {
      if (typeof u4 == "string" && (n3.style.cssText = u4 = ""), u4) for (t4 in u4) r4 && t4 in r4 || T(n3.style, t4);
      if (r4) for (t4 in r4) u4 && r4[t4] == u4[t4] || T(n3.style, t4, r4[t4]);
    }
    else if (t4[0] == "o" && t4[1] == "n") typeof r4 != "function" && (r4 = null), typeof u4 != "function" && (u4 = null), (n3.__e || (n3.__e = {}))[t4] = r4, r4 && u4 || (o5 = a[t4] || (a[t4] = V(t4)), (n3.__a || (n3.__a = {}))[t4] = c, f5 = t4 != (t4 = t4.replace(l, "$1")), (t4 = t4.slice(2))[0] < "a" && (t4 = t4.toLowerCase()), r4 ? n3.addEventListener(t4, o5, f5) : n3.removeEventListener(t4, o5, f5));
    else {
      if (i4 == "http://www.w3.org/2000/svg") t4 = t4.replace(/xlink(H|:h)/, "h").replace(/sName$/, "s");
      else if (t4 != "width" && t4 != "height" && t4 != "href" && t4 != "list" && t4 != "form" && t4 != "tabIndex" && t4 != "download" && t4 != "rowSpan" && t4 != "colSpan" && t4 != "role" && t4 != "popover" && t4 in n3) try {
        return void (n3[t4] = r4 ?? "");
      } catch {
      }
      if (typeof r4 == "function") return;
      r4 == null || r4 === !1 && t4[4] != "-" ? n3.removeAttribute(t4) : n3.setAttribute(t4, t4 == "popover" && r4 == 1 ? "" : r4);
    }
  }
  function V(t4) {
    return function(r4) {
      var u4 = this.__e;
      if (u4) {
        if (u4 = u4[t4], r4[e] == null) r4[e] = c++;
        else if (r4[e] < this.__a[t4]) return;
        return u4(n.event ? n.event(r4) : r4);
      }
    };
  }
  function z(t4, r4, u4, i4, f5, o5, e4, l4, c4, a5) {
    var s4, p5, v4, d5, k4, b3, m5, M2, C3, j3, L2, H2, q2, A4, O2, P2, T4, N2, V2 = r4.type;
    if (r4.constructor !== h) return null;
    128 & u4.__u && (c4 = 32 & u4.__u, s4 = u4.__c.__z) && (r4.__u |= c4, p5 = o5 = [], s4.nodeType == 8 ? l4 = B(s4, o5) : o5.push(s4), l4 = o5[0] || l4), (s4 = n.__b) && s4(r4);
    n: if (typeof V2 == "function") {
      v4 = e4.length;
      try {
        if (M2 = r4.props, C3 = (s4 = V2.prototype) && s4.render, j3 = (s4 = V2.contextType) && i4[s4.__c], L2 = s4 ? j3 ? j3.props.value : s4.__ : i4, (d5 = u4.__c) ? (r4.__c = d5, 2 & d5.__g && (d5.__g |= 1)) : (C3 ? r4.__c = d5 = new V2(M2, L2) : (r4.__c = d5 = new x(M2, L2), d5.constructor = V2, d5.render = K), j3 && j3.sub(d5), d5.state || (d5.state = {}), d5.__n = i4, d5.__g |= 8, d5.__h = [], d5.__k = []), C3 && (d5.__s || (d5.__s = d5.state), V2.getDerivedStateFromProps && (d5.__s == d5.state && (d5.__s = _({}, d5.__s)), _(d5.__s, V2.getDerivedStateFromProps(M2, d5.__s)))), k4 = d5.props, b3 = d5.state, d5.__v = r4, u4.__c) {
          if (M2 !== k4 && C3 && !V2.getDerivedStateFromProps && d5.componentWillReceiveProps && d5.componentWillReceiveProps(M2, L2), r4.__v == u4.__v && !(8 & d5.__g) || !(4 & d5.__g) && d5.shouldComponentUpdate && d5.shouldComponentUpdate(M2, d5.__s, L2) === !1) {
            r4.__v != u4.__v && (d5.props = M2, d5.state = d5.__s, d5.__g &= -9), r4.__e = u4.__e, r4.__k = u4.__k, r4.__k.some(function(n3) {
              n3 && (n3.__ = r4);
            }), y.push.apply(d5.__h, d5.__k), d5.__k = [], d5.__h.length && e4.push(d5), l4 = S(u4);
            break n;
          }
          d5.componentWillUpdate && d5.componentWillUpdate(M2, d5.__s, L2), C3 && d5.componentDidUpdate && d5.__h.push(function() {
            d5.componentDidUpdate(k4, b3, m5);
          });
        } else C3 && !V2.getDerivedStateFromProps && d5.componentWillMount && d5.componentWillMount(), C3 && d5.componentDidMount && d5.__h.push(d5.componentDidMount);
        d5.context = L2, d5.props = M2, d5.__P = t4, d5.__g &= -5, H2 = n.__r, q2 = C3 ? 25 : 0;
        do
          d5.__g &= -9, H2 && H2(r4), s4 = d5.render(d5.props, d5.state = d5.__s, d5.context);
        while (8 & d5.__g && ++q2 < 25);
        C3 && (y.push.apply(d5.__h, d5.__k), d5.__k = []), d5.state = d5.__s, d5.getChildContext && (i4 = _({}, i4, d5.getChildContext())), C3 && u4.__c && d5.getSnapshotBeforeUpdate && (m5 = d5.getSnapshotBeforeUpdate(k4, b3)), A4 = s4 && s4.type === $ && s4.key == null ? s4.props.children : s4, M2.__P && (s4 = l4, f5 = (t4 = M2.__P).namespaceURI, c4 = o5 = null, u4.props && u4.props.__P != t4 && (u4.__k.some(function(n3) {
          n3 && J(n3, n3);
        }), u4.__k = null), l4 = u4.__k ? S(u4, 0) : null), l4 = I(t4, w(A4) ? A4 : [A4], r4, u4, i4, f5, o5, e4, l4, c4, a5), M2.__P && (r4.__e = null, l4 = s4), r4.__u &= -161, p5 && p5.some(g), d5.__h.length && e4.push(d5), 1 & d5.__g && (d5.__g &= -4);
      } catch (t5) {
        if (e4.length = v4, r4.__v = null, c4 || o5) if (t5 && t5.then) {
          if (r4.__u |= 128 | c4, o5) {
            for (~(T4 = o5.indexOf(l4 || void 0)) || (T4 = o5.length); (N2 = o5[T4 - 1]) && N2.nodeType == 8; ) T4--;
            for (; T4 < o5.length; T4++) if (N2 = o5[T4]) if (o5[T4] = null, O2) {
              if (N2 == P2) break;
            } else {
              if (N2.nodeType != 8) break;
              N2.data.startsWith("$s") && (P2 = B(O2 = N2));
            }
          }
          if (!O2) {
            for (; l4 && l4.nodeType == 8 && l4.nextSibling; ) l4 = l4.nextSibling;
            O2 = l4;
          }
          (s4 = B(O2 = r4.__c.__z || (r4.__c.__z = O2))) ? (r4.__e = O2, l4 = s4) : r4.__e = l4, l4 = l4 && l4.nextSibling;
        } else o5 && o5.some(g);
        else r4.__e = u4.__e;
        r4.__k || (r4.__k = u4.__k || []), t5 && t5.then || D(r4), n.__e(t5, r4, u4);
      }
    } else l4 = r4.__e = F(u4.__e, r4, u4, i4, f5, o5, e4, c4, a5, t4);
    return (s4 = n.diffed) && s4(r4), l4;
  }
  function B(n3, t4) {
    if (n3 && n3.nodeType == 8 && n3.data.startsWith("$s")) for (var r4 = 1; n3 = n3.nextSibling; ) {
      if (n3.nodeType == 8) {
        if (n3.data.startsWith("$s")) r4++;
        else if (n3.data.startsWith("/$s") && !--r4) return n3;
      }
      t4 && t4.push(n3);
    }
  }
  function D(n3) {
    n3 && (n3.__c && (n3.__c.__g |= 4), n3.__k && n3.__k.some(D));
  }
  function E(t4, r4, u4) {
    for (var i4 = 0; i4 < u4.length; ) G(u4[i4++], u4[i4++], u4[i4++]);
    n.__c && n.__c(r4, t4), t4.some(function(r5) {
      try {
        t4 = r5.__h, r5.__h = [], t4.some(function(n3) {
          n3.call(r5);
        });
      } catch (t5) {
        n.__e(t5, r5.__v);
      }
    });
  }
  function F(t4, r4, u4, i4, f5, o5, e4, l4, c4, a5) {
    var s4, h5, y5, _4, k4, b3, m5, M2, $2 = u4.props || p, x3 = r4.props, C3 = r4.type;
    if (C3 == "svg" ? f5 = "http://www.w3.org/2000/svg" : C3 == "math" ? f5 = "http://www.w3.org/1998/Math/MathML" : f5 || (f5 = "http://www.w3.org/1999/xhtml"), o5) {
      for (s4 = 0; s4 < o5.length; s4++) if ((k4 = o5[s4]) && (C3 ? k4.localName == C3 : k4.nodeType == 3)) {
        t4 = k4, o5[s4] = null;
        break;
      }
    }
    if (!t4) {
      if (M2 = a5.ownerDocument || document, !C3) return M2.createTextNode(x3);
      t4 = M2.createElementNS(f5, C3, x3.is ? x3 : a5), l4 && (n.__m && n.__m(r4, o5), l4 = !1), o5 = null;
    }
    if (C3) {
      if (a5 = C3 == "template" && t4.content || t4, o5 = C3 == "textarea" && x3.defaultValue != null ? null : o5 && d.call(a5.childNodes), !l4 && o5) for ($2 = {}, s4 = 0; s4 < t4.attributes.length; s4++) $2[(k4 = t4.attributes[s4]).name] = k4.value;
      for (s4 in $2) k4 = $2[s4], s4 == "dangerouslySetInnerHTML" ? y5 = k4 : s4 == "children" || s4 in x3 || s4 == "value" && "defaultValue" in x3 || s4 == "checked" && "defaultChecked" in x3 || N(t4, s4, null, k4, f5);
      for (s4 in x3) k4 = x3[s4], s4 == "children" ? _4 = k4 : s4 == "dangerouslySetInnerHTML" ? h5 = k4 : s4 == "value" ? b3 = k4 : s4 == "checked" ? m5 = k4 : l4 && typeof k4 != "function" || $2[s4] === k4 || N(t4, s4, k4, $2[s4], f5);
      h5 ? (l4 || y5 && (h5.__html == y5.__html || h5.__html == t4.innerHTML) || (t4.innerHTML = h5.__html), r4.__k = []) : (y5 && (t4.textContent = ""), (C3 == "foreignObject" || f5 == "http://www.w3.org/1998/Math/MathML" && v.test(C3)) && (f5 = "http://www.w3.org/1999/xhtml"), I(a5, w(_4) ? _4 : [_4], r4, u4, i4, f5, o5, e4, o5 ? o5[0] : u4.__k && S(u4, 0), l4, c4), o5 && o5.some(g)), l4 && C3 != "textarea" || (s4 = "value", C3 == "progress" && b3 == null ? t4.removeAttribute(s4) : b3 == null || b3 === t4[s4] && (C3 != "progress" || b3) || N(t4, s4, b3, $2[s4], f5), s4 = "checked", m5 != null && m5 != t4[s4] && N(t4, s4, m5, $2[s4], f5));
    } else $2 === x3 || l4 && t4.data == x3 || (t4.data = x3);
    return t4;
  }
  function G(t4, r4, u4, i4) {
    try {
      typeof t4 == "function" ? r4 ? r4.__x = t4(r4) || 1 : i4 && (i4 = i4.__c || i4.__e) && (r4 = i4.__x) && (i4.__x = null, typeof r4 == "function" ? r4() : t4(null)) : t4.current = r4;
    } catch (t5) {
      n.__e(t5, u4);
    }
  }
  function J(t4, r4, u4) {
    var i4, f5, o5, e4;
    if (n.unmount && n.unmount(t4), !(i4 = t4.ref) || i4.current && i4.current != t4.__e || G(i4, null, r4, t4), i4 = t4.__c) {
      if (i4.componentWillUnmount) try {
        i4.componentWillUnmount();
      } catch (t5) {
        n.__e(t5, r4);
      }
      i4.__P = i4.__n = null;
    }
    if (i4 = t4.__k) for (e4 = 0; e4 < i4.length; e4++) i4[e4] && J(i4[e4], r4, typeof t4.type != "function" || u4 && !t4.props.__P);
    !u4 && (i4 = t4.__c) && (i4 = i4.__z) && (f5 = B(i4, o5 = [])) && (i4 == t4.__e && o5.some(g), g(f5), g(i4)), u4 || g(t4.__e), t4.__e = t4.__c = t4.__ = null;
  }
  function K(n3, t4, r4) {
    return this.constructor(n3, r4);
  }
  function Q(t4, r4) {
    var u4, i4, f5, o5;
    n.__ && n.__(t4, r4), r4.nodeType == 9 && (r4 = r4.documentElement), i4 = (u4 = t4 && 32 & t4.__u) ? null : r4.__k, r4.__k = m($, { children: [t4] }), f5 = [], o5 = [], z(r4, r4.__k, i4 || p, p, r4.namespaceURI, i4 ? null : r4.firstChild ? d.call(r4.childNodes) : null, f5, i4 ? i4.__e : r4.firstChild, u4, o5), E(f5, r4.__k, o5), r4.__k.props.children = null;
  }
  n = { __e: function(n3, t4, r4, u4) {
    for (var i4, o5, e4; t4 = t4.__; ) if ((i4 = t4.__c) && !(1 & i4.__g)) {
      i4.__g |= 4;
      try {
        if ((e4 = (o5 = i4.constructor) && o5.getDerivedStateFromError) && i4.setState(o5.getDerivedStateFromError(n3)), i4.componentDidCatch && (i4.componentDidCatch(n3, u4 || {}), e4 = 1), e4 && 8 & i4.__g) return void (i4.__g |= 2);
      } catch (t5) {
        n3 = t5;
      }
    }
    throw f = 0, n3;
  } }, t = 0, r = function(n3) {
    return n3 != null && n3.constructor === h;
  }, x.prototype.setState = function(n3, t4) {
    var r4 = this.__s;
    r4 && r4 != this.state || (r4 = this.__s = _({}, this.state)), typeof n3 == "function" && (n3 = n3(_({}, r4), this.props)), n3 && (_(r4, n3), this.__v && (t4 && this.__k.push(t4), L(this)));
  }, x.prototype.forceUpdate = function(n3) {
    this.__v && (this.__g |= 4, n3 && this.__h.push(n3), L(this));
  }, x.prototype.render = $, u = [], f = 0, o = function(n3, t4) {
    return n3.__v.__b - t4.__v.__b;
  }, e = /* @__PURE__ */ Symbol(), l = /(PointerCapture)$|Capture$/i, c = 0, a = {}, s = 0;

  // node_modules/preact/hooks/dist/hooks.mjs
  var t2, r2, u2, i2, o2 = Object.is, f2 = 0, c2 = [], e2 = [], a2 = n, v2 = a2.__b, l2 = a2.__r, m2 = a2.diffed, h2 = a2.__c, s2 = a2.unmount, p2 = a2.__;
  function y2(n3, t4) {
    a2.__h && a2.__h(r2, n3, f2 || t4), f2 = 0;
    var u4 = r2.__H || (r2.__H = { __: [], __h: [] });
    return n3 >= u4.__.length && u4.__.push({}), u4.__[n3];
  }
  function d2(n3) {
    return f2 = 1, _2(G2, n3);
  }
  function _2(n3, u4, i4) {
    var f5 = y2(t2++, 2);
    if (f5.t = n3, !f5.__c && (f5.__ = [i4 ? i4(u4) : G2(void 0, u4), function(n4) {
      var t4 = (f5.__N || f5.__)[0], r4 = f5.t(t4, n4);
      o2(t4, r4) || (f5.__N = [r4, f5.__[1]], f5.__c.setState({}));
    }], f5.__c = r2, !r2.__f)) {
      r2.__f = !0;
      var c4 = r2.shouldComponentUpdate;
      r2.shouldComponentUpdate = function(n4, t4, r4) {
        var u5 = this.__H;
        if (!u5) return !0;
        var i5 = !1, f6 = this.props != n4;
        if (u5.__.some(function(n5) {
          n5.__N && (i5 = !0, o2(n5.__[0], n5.__N[0]) || (f6 = !0));
        }), c4) {
          var e4 = c4.call(this, n4, t4, r4);
          return i5 ? e4 || f6 : e4;
        }
        return !i5 || f6;
      };
    }
    return f5.__;
  }
  function A2(n3, u4) {
    var i4 = y2(t2++, 3);
    !a2.__s && E2(i4.__H, u4) && (i4.__P = !0, i4.__ = n3, i4.u = u4, r2.__H.__h.push(i4));
  }
  function T2(n3) {
    return f2 = 5, w2(function() {
      return { current: n3 };
    }, []);
  }
  function w2(n3, r4) {
    var u4 = y2(t2++, 7);
    return E2(u4.__H, r4) && (u4.__ = n3(), u4.__H = r4), u4.__;
  }
  function g2() {
    var n3;
    do {
      for (; n3 = e2.shift(); ) try {
        C2(n3);
      } catch (t5) {
        a2.__e(t5, { __: (n3 = n3.__P) && n3.__v });
      }
      for (; n3 = c2.shift(); ) {
        var t4 = n3.__H;
        if (n3.__P && t4) try {
          t4.__h.some(C2), t4.__h.some(D2), t4.__h = [];
        } catch (r4) {
          t4.__h = [], a2.__e(r4, n3.__v);
        }
      }
    } while (e2.length);
  }
  a2.__b = function(n3) {
    r2 = null, v2 && v2(n3);
  }, a2.__ = function(n3, t4) {
    n3 && t4.__k && t4.__k.__m && (n3.__m = t4.__k.__m), p2 && p2(n3, t4);
  }, a2.__r = function(n3) {
    l2 && l2(n3), t2 = 0;
    var i4 = (r2 = n3.__c).__H;
    i4 && (u2 == r2 ? r2.__h = [] : (i4.__h.some(C2), i4.__h.some(D2), t2 = 0), i4.__h = [], i4.__.some(function(n4) {
      n4.__N && (n4.__ = n4.__N), n4.u = n4.__N = void 0;
    })), u2 = r2;
  }, a2.diffed = function(n3) {
    m2 && m2(n3);
    var t4 = n3.__c;
    t4 && t4.__H && (t4.__H.__h.length && B2(c2.push(t4)), t4.__H.__.some(function(n4) {
      n4.u && (n4.__H = n4.u);
    })), u2 = r2 = null;
  }, a2.__c = function(n3, t4) {
    t4.some(function(n4) {
      try {
        n4.__h.some(C2), n4.__h = n4.__h.filter(function(n5) {
          return !n5.__ || D2(n5);
        });
      } catch (t5) {
        n4.__h = [function() {
          throw t5;
        }];
      }
    }), h2 && h2(n3, t4);
  }, a2.unmount = function(n3) {
    s2 && s2(n3);
    var t4, r4, u4 = n3.__c;
    u4 && u4.__H && (u4.__H.__.some(function(u5) {
      try {
        if (u5.__P && u5.__c) {
          if (r4 === void 0) {
            for (r4 = n3.__; r4 && (!r4.__c || !r4.__c.__P); ) r4 = r4.__;
            r4 = r4 && r4.__c;
          }
          u5.__P = r4, B2(e2.push(u5));
        } else C2(u5);
      } catch (n4) {
        t4 = n4;
      }
    }), u4.__H = void 0, t4 && a2.__e(t4, u4.__v));
  };
  var k2 = typeof requestAnimationFrame == "function";
  function z2(n3) {
    var t4, r4 = function() {
      clearTimeout(u4), k2 && cancelAnimationFrame(t4), setTimeout(n3);
    }, u4 = setTimeout(r4, 35);
    k2 && (t4 = requestAnimationFrame(r4));
  }
  function B2(n3) {
    n3 != 1 && i2 == a2.requestAnimationFrame || ((i2 = a2.requestAnimationFrame) || z2)(g2);
  }
  function C2(n3) {
    var t4 = r2, u4 = n3.__c;
    typeof u4 == "function" && (n3.__c = void 0, u4()), r2 = t4;
  }
  function D2(n3) {
    var t4 = r2;
    n3.__c = n3.__(), r2 = t4;
  }
  function E2(n3, t4) {
    return !n3 || n3.length != t4.length || t4.some(function(t5, r4) {
      return !o2(t5, n3[r4]);
    });
  }
  function G2(n3, t4) {
    return typeof t4 == "function" ? t4(n3) : t4;
  }

  // node_modules/@preact/signals-core/dist/signals-core.module.js
  var i3 = /* @__PURE__ */ Symbol.for("preact-signals");
  function t3() {
    if (v3 > 1)
      v3--;
    else {
      var i4, t4 = !1;
      for ((function() {
        var i5 = c3;
        for (c3 = void 0; i5 !== void 0; ) {
          var t5 = i5.S;
          if (t5.v === i5.v) for (var r5 = t5.t; r5 !== void 0; r5 = r5.x) r5.i === i5.i && (r5.i = t5.i);
          i5 = i5.o;
        }
      })(); h3 !== void 0; ) {
        var r4 = h3;
        for (h3 = void 0, s3++; r4 !== void 0; ) {
          var n3 = r4.u;
          if (r4.u = void 0, r4.f &= -3, !(8 & r4.f) && w3(r4)) try {
            r4.c();
          } catch (r5) {
            t4 || (i4 = r5, t4 = !0);
          }
          r4 = n3;
        }
      }
      if (s3 = 0, v3--, t4) throw i4;
    }
  }
  function r3(i4) {
    if (v3 > 0) return i4();
    u3 = ++e3, v3++;
    try {
      return i4();
    } finally {
      t3();
    }
  }
  var n2, o3 = void 0;
  function f3(i4) {
    var t4 = o3, r4 = n2;
    o3 = void 0, n2 = void 0;
    try {
      return i4();
    } finally {
      o3 = t4, n2 = r4;
    }
  }
  var h3 = void 0, v3 = 0, s3 = 0, e3 = 0, u3 = 0, c3 = void 0, a3 = 0;
  function d3(i4) {
    if (o3 !== void 0) {
      var t4 = i4.n;
      if (t4 === void 0 || t4.t !== o3)
        return t4 = { i: 0, S: i4, p: o3.s, n: void 0, t: o3, e: void 0, x: void 0, r: t4 }, o3.s !== void 0 && (o3.s.n = t4), o3.s = t4, i4.n = t4, 32 & o3.f && i4.S(t4), t4;
      if (t4.i === -1)
        return t4.i = 0, t4.n !== void 0 && (t4.n.p = t4.p, t4.p !== void 0 && (t4.p.n = t4.n), t4.p = o3.s, t4.n = void 0, o3.s.n = t4, o3.s = t4), t4;
    }
  }
  function l3(i4, t4) {
    this.v = i4, this.i = 0, this.n = void 0, this.t = void 0, this.l = 0, this.W = t4?.watched, this.Z = t4?.unwatched, this.name = t4?.name;
  }
  l3.prototype.brand = i3;
  l3.prototype.h = function() {
    return !0;
  };
  l3.prototype.S = function(i4) {
    var t4 = this, r4 = this.t;
    r4 !== i4 && i4.e === void 0 && (i4.x = r4, this.t = i4, r4 !== void 0 ? r4.e = i4 : f3(function() {
      var i5;
      (i5 = t4.W) == null || i5.call(t4);
    }));
  };
  l3.prototype.U = function(i4) {
    var t4 = this;
    if (this.t !== void 0) {
      var r4 = i4.e, n3 = i4.x;
      r4 !== void 0 && (r4.x = n3, i4.e = void 0), n3 !== void 0 && (n3.e = r4, i4.x = void 0), i4 === this.t && (this.t = n3, n3 === void 0 && f3(function() {
        var i5;
        (i5 = t4.Z) == null || i5.call(t4);
      }));
    }
  };
  l3.prototype.subscribe = function(i4) {
    var t4 = this;
    return x2(function() {
      var r4 = t4.value;
      f3(function() {
        return i4(r4);
      });
    }, { name: "sub" });
  };
  l3.prototype.valueOf = function() {
    return this.value;
  };
  l3.prototype.toString = function() {
    return this.value + "";
  };
  l3.prototype.toJSON = function() {
    return this.value;
  };
  l3.prototype.peek = function() {
    var i4 = this;
    return f3(function() {
      return i4.value;
    });
  };
  Object.defineProperty(l3.prototype, "value", { get: function() {
    var i4 = d3(this);
    return i4 !== void 0 && (i4.i = this.i), this.v;
  }, set: function(i4) {
    if (i4 !== this.v) {
      if (s3 > 100) throw new Error("Cycle detected");
      (function(i5) {
        v3 !== 0 && s3 === 0 && i5.l !== u3 && (i5.l = u3, c3 = { S: i5, v: i5.v, i: i5.i, o: c3 });
      })(this), this.v = i4, this.i++, a3++, v3++;
      try {
        for (var r4 = this.t; r4 !== void 0; r4 = r4.x) r4.t.N();
      } finally {
        t3();
      }
    }
  } });
  function y3(i4, t4) {
    return new l3(i4, t4);
  }
  function w3(i4) {
    for (var t4 = i4.s; t4 !== void 0; t4 = t4.n) if (t4.S.i !== t4.i || !t4.S.h() || t4.S.i !== t4.i) return !0;
    return !1;
  }
  function b(i4) {
    for (var t4 = i4.s; t4 !== void 0; t4 = t4.n) {
      var r4 = t4.S.n;
      if (r4 !== void 0 && (t4.r = r4), t4.S.n = t4, t4.i = -1, t4.n === void 0) {
        i4.s = t4;
        break;
      }
    }
  }
  function _3(i4) {
    for (var t4 = i4.s, r4 = void 0; t4 !== void 0; ) {
      var n3 = t4.p;
      t4.i === -1 ? (t4.S.U(t4), n3 !== void 0 && (n3.n = t4.n), t4.n !== void 0 && (t4.n.p = n3)) : r4 = t4, t4.S.n = t4.r, t4.r !== void 0 && (t4.r = void 0), t4 = n3;
    }
    i4.s = r4;
  }
  function j2(i4, t4) {
    l3.call(this, void 0, t4), this.x = i4, this.s = void 0, this.g = a3 - 1, this.f = 4;
  }
  j2.prototype = new l3();
  j2.prototype.h = function() {
    if (this.f &= -3, 1 & this.f) return !1;
    if ((36 & this.f) == 32 || (this.f &= -5, this.g === a3)) return !0;
    if (this.g = a3, this.f |= 1, this.i > 0 && !w3(this))
      return this.f &= -2, !0;
    var i4 = o3;
    try {
      b(this), o3 = this;
      var t4 = this.x();
      (16 & this.f || this.v !== t4 || this.i === 0) && (this.v = t4, this.f &= -17, this.i++);
    } catch (i5) {
      this.v = i5, this.f |= 16, this.i++;
    }
    return o3 = i4, _3(this), this.f &= -2, !0;
  };
  j2.prototype.S = function(i4) {
    if (this.t === void 0) {
      this.f |= 36;
      for (var t4 = this.s; t4 !== void 0; t4 = t4.n) t4.S.S(t4);
    }
    l3.prototype.S.call(this, i4);
  };
  j2.prototype.U = function(i4) {
    if (this.t !== void 0 && (l3.prototype.U.call(this, i4), this.t === void 0)) {
      this.f &= -33;
      for (var t4 = this.s; t4 !== void 0; t4 = t4.n) t4.S.U(t4);
    }
  };
  j2.prototype.N = function() {
    if (!(2 & this.f)) {
      this.f |= 6;
      for (var i4 = this.t; i4 !== void 0; i4 = i4.x) i4.t.N();
    }
  };
  Object.defineProperty(j2.prototype, "value", { get: function() {
    if (1 & this.f) throw new Error("Cycle detected");
    var i4 = d3(this);
    if (this.h(), i4 !== void 0 && (i4.i = this.i), 16 & this.f) throw this.v;
    return this.v;
  } });
  function O(i4, t4) {
    return new j2(i4, t4);
  }
  function p3(i4) {
    var r4 = i4.j;
    if (i4.j = void 0, typeof r4 == "function") {
      v3++;
      var n3 = o3;
      o3 = void 0;
      try {
        r4();
      } catch (t4) {
        throw i4.f &= -2, i4.f |= 8, g3(i4), t4;
      } finally {
        o3 = n3, t3();
      }
    }
  }
  function g3(i4) {
    for (var t4 = i4.s; t4 !== void 0; t4 = t4.n) t4.S.U(t4);
    i4.x = void 0, i4.s = void 0, p3(i4);
  }
  function S2(i4) {
    if (o3 !== this) throw new Error("Out-of-order effect");
    _3(this), o3 = i4, this.f &= -2;
    try {
      8 & this.f && g3(this);
    } finally {
      t3();
    }
  }
  function m3(i4, t4) {
    this.x = i4, this.j = void 0, this.s = void 0, this.u = void 0, this.f = 32, this.name = t4?.name, n2 && n2.push(this);
  }
  m3.prototype.c = function() {
    var i4 = this.S();
    try {
      if (8 & this.f || this.x === void 0) return;
      var t4 = this.x();
      typeof t4 == "function" && (this.j = t4);
    } finally {
      i4();
    }
  };
  m3.prototype.S = function() {
    if (1 & this.f) throw new Error("Cycle detected");
    this.f |= 1, this.f &= -9, p3(this), b(this), v3++;
    var i4 = o3;
    return o3 = this, S2.bind(this, i4);
  };
  m3.prototype.N = function() {
    2 & this.f || (this.f |= 2, this.u = h3, h3 = this);
  };
  m3.prototype.d = function() {
    this.f |= 8, 1 & this.f || g3(this);
  };
  m3.prototype.dispose = function() {
    this.d();
  };
  function x2(i4, t4) {
    var r4 = new m3(i4, t4);
    try {
      r4.c();
    } catch (i5) {
      throw r4.d(), i5;
    }
    var n3 = r4.d.bind(r4);
    return n3[Symbol.dispose] = n3, n3;
  }

  // node_modules/@preact/signals/dist/signals.module.js
  var h4, d4, p4, m4 = typeof window < "u" && !!window.__PREACT_SIGNALS_DEVTOOLS__;
  var g4 = [];
  x2(function() {
    h4 = this.N;
  })();
  function b2(i4, n3) {
    n[i4] = n3.bind(null, n[i4] || function() {
    });
  }
  function y4(i4) {
    if (p4) {
      var n3 = p4;
      p4 = void 0, n3();
    }
    p4 = i4 && i4.S();
  }
  function w4(i4) {
    var n3 = this, r4 = i4.data, t4 = useSignal(r4);
    t4.name = "ReactiveDom", t4.value = r4;
    var e4 = w2(function() {
      for (var i5 = n3, r5 = n3.__v; r5 = r5.__; ) if (r5.__c) {
        r5.__c.__$f |= 4;
        break;
      }
      var o5 = O(function() {
        var i6 = t4.value.value;
        return i6 === 0 ? 0 : i6 === !0 ? "" : i6 || "";
      }), e5 = O(function() {
        return !Array.isArray(o5.value) && !r(o5.value);
      }), u5 = x2(function() {
        if (this.N = M, e5.value) {
          var n4 = o5.value;
          i5.__v && i5.__v.__e && i5.__v.__e.nodeType === 3 && (i5.__v.__e.data = n4);
        }
      }), c5 = n3.__$u.d;
      return n3.__$u.d = function() {
        u5(), c5.call(this);
      }, [e5, o5];
    }, []), u4 = e4[0], c4 = e4[1];
    return u4.value ? c4.peek() : c4.value;
  }
  w4.displayName = "ReactiveTextNode";
  Object.defineProperties(l3.prototype, { constructor: { configurable: !0, value: k($, null).constructor }, type: { configurable: !0, value: w4 }, props: { configurable: !0, get: function() {
    var i4 = this;
    return { data: { get value() {
      return i4.value;
    } } };
  } }, __b: { configurable: !0, value: 1 } });
  b2("__b", function(i4, n3) {
    if (y4(), d4 = void 0, typeof n3.type == "string") {
      var r4, t4 = n3.props;
      for (var f5 in t4) if (f5 !== "children") {
        var o5 = t4[f5];
        o5 instanceof l3 && (r4 || (n3.__np = r4 = {}), r4[f5] = o5, t4[f5] = o5.peek());
      }
    }
    i4(n3);
  });
  b2("__r", function(i4, r4) {
    if (i4(r4), r4.type !== $) {
      y4();
      var t4, f5 = r4.__c;
      f5 && (f5.__$f &= -2, (t4 = f5.__$u) === void 0 && (f5.__$u = t4 = (function(i5, n3) {
        var r5;
        return x2(function() {
          r5 = this;
        }, { name: n3 }), r5.c = i5, r5;
      })(/* @__PURE__ */ (function(i5) {
        return function() {
          var n3;
          m4 && ((n3 = this.y) == null || n3.call(this)), i5.__$f |= 1, i5.setState({});
        };
      })(f5), typeof r4.type == "function" ? r4.type.displayName || r4.type.name : ""))), d4 = f5, y4(t4);
    }
  });
  b2("__e", function(i4, n3, r4, t4) {
    y4(), d4 = void 0, i4(n3, r4, t4);
  });
  b2("diffed", function(i4, n3) {
    y4(), d4 = void 0;
    var r4;
    if (typeof n3.type == "string" && (r4 = n3.__e)) {
      var t4 = n3.__np, f5 = n3.props, o5 = r4.U;
      if (o5) for (var e4 in o5) {
        var u4 = o5[e4];
        u4 === void 0 || t4 && e4 in t4 || (u4.d(), o5[e4] = void 0);
      }
      if (t4) {
        o5 || (o5 = {}, r4.U = o5);
        for (var a5 in t4) {
          var c4 = o5[a5], v4 = t4[a5];
          c4 === void 0 ? (c4 = k3(r4, a5, v4, f5), o5[a5] = c4) : c4.o(v4, f5);
        }
      }
    }
    i4(n3);
  });
  function k3(i4, n3, r4, t4) {
    var f5 = n3 in i4 && i4.ownerSVGElement === void 0, o5 = y3(r4);
    return { o: function(i5, n4) {
      o5.value = i5, t4 = n4;
    }, d: x2(function() {
      this.N = M;
      var r5 = o5.value.value;
      t4[n3] !== r5 && (t4[n3] = r5, f5 ? i4[n3] = r5 : r5 != null && (r5 !== !1 || n3[4] === "-") ? i4.setAttribute(n3, r5) : i4.removeAttribute(n3));
    }) };
  }
  b2("unmount", function(i4, n3) {
    if (typeof n3.type == "string") {
      var r4 = n3.__e;
      if (r4) {
        var t4 = r4.U;
        if (t4) {
          r4.U = void 0;
          for (var f5 in t4) {
            var o5 = t4[f5];
            o5 && o5.d();
          }
        }
      }
      var e4 = n3.__np;
      if (e4) {
        var u4 = n3.props;
        for (var a5 in e4) u4[a5] = e4[a5];
      }
      n3.__np = void 0;
    } else {
      var c4 = n3.__c;
      if (c4) {
        c4.__$f |= 8;
        var v4 = c4.__$u;
        v4 && (c4.__$u = void 0, v4.d());
      }
    }
    i4(n3);
  });
  b2("__h", function(i4, n3, r4, t4) {
    t4 < 3 && (n3.__$f |= 2), i4(n3, r4, t4);
  });
  x.prototype.shouldComponentUpdate = function(i4, n3) {
    if (this.__R) return !0;
    var r4 = this.__$u, t4 = r4 && r4.s !== void 0;
    for (var f5 in n3) return !0;
    if (this.__f || typeof this.u == "boolean" && this.u === !0) {
      var o5 = 2 & this.__$f;
      if (!(t4 || o5 || 4 & this.__$f) || 1 & this.__$f) return !0;
    } else if (!(t4 || 4 & this.__$f) || 3 & this.__$f) return !0;
    for (var e4 in i4) if (e4 !== "__source" && i4[e4] !== this.props[e4]) return !0;
    for (var u4 in this.props) if (!(u4 in i4)) return !0;
    return !1;
  };
  function useSignal(i4, n3) {
    return w2(function() {
      return y3(i4, n3);
    }, []);
  }
  var A3 = function(i4) {
    queueMicrotask(function() {
      queueMicrotask(i4);
    });
  };
  function F2() {
    r3(function() {
      for (var i4; i4 = g4.shift(); ) h4.call(i4);
    });
  }
  function M() {
    g4.push(this) === 1 && (n.requestAnimationFrame || A3)(F2);
  }

  // extension/src/panel/run.ts
  function newRun(id) {
    return {
      id,
      order: null,
      state: null,
      site: null,
      doing: null,
      steps: [],
      card: null,
      authorise: null,
      gesture: null,
      conflict: null,
      candidates: [],
      offers: [],
      question: null,
      handoff: null,
      suspicion: null,
      answer: null,
      files: [],
      trouble: null
    };
  }
  function isOver(status) {
    return status === "completed" || status === "cancelled" || status === "failed";
  }
  function waits(run) {
    let status = run.state?.status;
    return run.card !== null || run.authorise !== null || run.gesture !== null || status === "paused" || status === "takeover" || status === "awaiting_approval" || status === "authorizing";
  }
  function canResume(run) {
    let status = run.state?.status;
    return status === "takeover" || status === "paused";
  }
  function heard(run, news2) {
    switch (news2.news) {
      case "state":
        return news2.state === null ? run : withState(run, news2.state);
      case "doing":
        return { ...run, doing: news2.what };
      case "step": {
        let { news: _4, ...step } = news2;
        return { ...run, steps: push(run.steps, { kind: "step", step, end: null }) };
      }
      case "ended":
        return { ...run, steps: ended(run.steps, news2.done, news2.how) };
      case "ask": {
        let { news: _4, ...card } = news2;
        return run.card?.card.requestId === card.requestId && run.card.card.digest === card.digest ? run : { ...run, card: { card, said: !1, round: 0 } };
      }
      case "answered": {
        let { card, grant } = news2, { tool, reason: reason2, reasonCode: code } = card, line = { kind: "answered", tool, granted: grant !== null, reason: reason2, code }, open = run.card?.card.requestId === card.requestId ? null : run.card;
        return { ...run, card: open, steps: push(run.steps, line) };
      }
      case "denied": {
        let { tool, code, sentence } = news2;
        return { ...run, steps: push(run.steps, { kind: "denied", tool, code, sentence }) };
      }
      case "kept": {
        let { news: _4, ...file } = news2;
        return { ...run, files: [...run.files, file] };
      }
      case "question":
        return { ...run, question: news2.text };
      case "handoff":
        return { ...run, handoff: { need: news2.need, what: news2.what } };
      case "suspicion":
        return { ...run, suspicion: { place: news2.place, signs: news2.signs } };
      case "answer": {
        let { news: _4, ...finished } = news2;
        return { ...run, answer: finished, doing: null };
      }
      case "refused":
        return { ...run, trouble: { code: news2.error.reason ?? news2.error.code, sentence: news2.error.message } };
      case "trouble":
        return { ...run, trouble: { code: news2.code, sentence: news2.sentence } };
      case "authorise":
        return run.authorise?.digest === news2.digest ? run : { ...run, authorise: { digest: news2.digest, summary: news2.summary, sent: !1 } };
      case "gesture": {
        if (run.gesture?.nonce === news2.nonce) return run;
        let { request_id: requestId, nonce, kind, origin, expires_at_ms: expiresAtMs } = news2;
        return { ...run, gesture: { requestId, nonce, kind, origin, expiresAtMs, text: news2.text ?? null, used: !1 } };
      }
      case "conflict":
        return { ...run, conflict: { tab: news2.tab, holder: news2.holder } };
      case "candidates":
        return { ...run, candidates: news2.tabs };
      case "offer": {
        let { what, url, why } = news2;
        return { ...run, offers: [...run.offers.filter((offer) => offer.what !== what), { what, url, why }] };
      }
      case "picture":
        return run;
      default:
        return run;
    }
  }
  function withState(run, state2) {
    let status = state2.status, goesOn = !["paused", "takeover", "awaiting_approval", "authorizing", "idle"].includes(status), over = isOver(status);
    return {
      ...run,
      state: state2,
      site: state2.attachedTarget?.origin ?? run.site,
      doing: over || status === "paused" || status === "takeover" ? null : run.doing,
      // Somebody answered elsewhere, or the question is void. One that was told before its state stays.
      card: status === "awaiting_approval" || run.card !== null && matches(run.card, state2) ? run.card : null,
      authorise: status === "authorizing" ? run.authorise : null,
      gesture: goesOn && run.gesture?.used === !0 || over ? null : run.gesture,
      conflict: status === "paused" ? run.conflict : null,
      candidates: status === "paused" ? run.candidates : [],
      question: status === "paused" ? run.question : null,
      handoff: status === "paused" || status === "takeover" ? run.handoff : null,
      offers: goesOn && !over ? [] : run.offers,
      trouble: goesOn && !over ? null : run.trouble
    };
  }
  function matches(asked, state2) {
    return state2.pendingApproval?.digest === asked.card.digest;
  }
  function push(steps, line) {
    return [...steps, line].slice(-200);
  }
  function ended(steps, done2, how) {
    let at = steps.findLastIndex((line) => line.kind === "step" && line.end === null);
    return steps.map((line, index) => index === at && line.kind === "step" ? { ...line, end: { done: done2, how } } : line);
  }
  function faceOf(run, asked) {
    return JSON.stringify([run, asked.round, asked.card]);
  }

  // extension/src/panel/words.ts
  var words = {
    laika: "Laika",
    /* what a person can do */
    summarize: "Summarize",
    summarizeHint: "Read this page and sum it up, with its own words as proof",
    extractTable: "Extract table",
    findOnPage: "Find on page",
    ask: "Ask",
    send: "Ask Laika",
    askPlaceholder: "Ask about this page, or say what to do",
    findPlaceholder: "What should Laika look for?",
    stop: "Stop",
    stopHint: "Stop this run now",
    panic: "Panic",
    panicHint: "Stop everything and lock Laika",
    resume: "Resume automation",
    pause: "Pause",
    connect: "Connect to this site",
    authorize: "Authorize once",
    notNow: "Not now",
    readInstead: "Only read and answer",
    enable: "Enable on this website",
    restore: "Restore access",
    openWorkspace: "Open in Workspace",
    copyLink: "Copy link",
    copyInstructions: "Copy instructions",
    copied: "Copied",
    copyAnswer: "Copy answer",
    stayReadOnly: "Stay Read-only",
    openLaika: "Open Laika",
    unlock: "Unlock",
    tryAgain: "Try again",
    back: "Back",
    close: "Close",
    next: "Next",
    more: "More",
    revoke: "Revoke",
    disconnect: "Disconnect this site",
    newQuestion: "New question",
    open: "Open",
    answer: "Answer",
    askAgain: "Ask again",
    skip: "Go on without an answer",
    /* the top */
    mode: "Mode on this site",
    noSite: "No website in front",
    siteNotKnown: "Site not known yet",
    access: {
      granted: "Can read this site",
      needed: "No access yet",
      restricted: "Out of reach"
    },
    connected: "Connected",
    /* the home view */
    homeTitle: "What would you like to know?",
    homeLead: "Laika reads the page only when you ask it to.",
    pageTitle: "The page calls itself",
    otherRuns: "Other runs",
    showRun: "Show",
    /* links to Laika */
    connecting: "Looking for Laika…",
    offlineTitle: "Laika is not running",
    offlineText: "Laika works on this machine, outside the browser. Nothing is read or done until it runs.",
    lockedTitle: "Laika is locked",
    lockedText: "Everything was stopped. Nothing is read or done until you unlock it.",
    lockedHow: "At a terminal:",
    lockedCommand: "laika unlock",
    updateTitle: "Laika and this extension do not match",
    updateText: "One of them is older. Update Laika, then reload the extension.",
    /* access to a site */
    neededTitle: "Laika cannot see this page yet",
    neededText: "The browser asks you once. Laika then reads this website when you ask it to, and no other.",
    restrictedTitle: "Laika does not work on this page",
    restrictedText: "Pages of the browser, its store and Laika's own windows stay out of reach. Open a website.",
    unknownSite: "Click Laika in the toolbar while this page is in front. The browser then lets Laika see it.",
    refusedAccess: "The browser gave no access. Laika stays out of this page.",
    instructions: "Open the browser's extension page, choose Laika, then Site access, and allow this website. Come back here and try again.",
    ladderTitle: "Another way",
    manualTitle: "Do it yourself",
    noUrl: "There is no address to copy",
    /* private windows; the sentence is fixed (UI-039) */
    privateTitle: "Private window",
    privateText: "No logs, no saved artifacts, no cloud calls unless opted in for Private.",
    /* a request to act */
    actTitle: "This asks Laika to act on the page",
    actText: "To act, Laika connects to this site. You see what that covers before anything happens, and you can stop at any time.",
    /* the authorisation */
    authTitle: "What you would authorize",
    authWhere: "Where",
    authTab: "in the tab in front of you",
    authNewTab: "in a new tab, marked [Laika]",
    authMode: "How",
    authMay: "Laika may",
    authAsks: "Always asks first",
    authGestures: "Needs your own click",
    authKept: "What is kept",
    authModel: "What a model gets",
    authStop: "How to stop",
    authOnce: "This covers one run. It ends with the run, and you can take it back at any time.",
    /* the run */
    run: "Run",
    now: "Now",
    nextStep: "Next",
    goal: "You asked",
    why: "Why this element",
    whyRole: "What it is",
    whyName: "The page calls it",
    whyReason: "Why",
    steps: "Steps so far",
    done: "done",
    notDone: "not done",
    denied: "denied",
    suspicious: "This page tries to give Laika orders. Nothing of it is followed.",
    suspiciousWhere: "Found in",
    takeoverText: "You act in the window; Laika waits and does not watch what you type.",
    question: "Laika needs to know",
    questionPlaceholder: "Your answer",
    addWords: "Say how to go on (optional)",
    handoffTitle: "This is yours to do",
    handoffDone: "Done, go on",
    conflictTitle: "Another run works in this tab",
    conflictText: "Only one run works in a tab at a time.",
    conflictSwitch: "Switch run to this tab",
    conflictSwitchHint: "The other run waits",
    conflictNewTab: "Open a new task tab",
    conflictNewTabHint: "This run begins again there",
    conflictStop: "Stop the other run",
    conflictStopHint: "It ends; this one goes on",
    candidatesTitle: "Where should it go on?",
    candidatesText: "The tab of this run is gone. These tabs show the same site.",
    useTab: "Use this tab",
    /* the card */
    asks: "Laika asks",
    askMark: "Only Laika draws this card",
    where: "Where",
    element: "Element",
    soCalled: "so it is called by the page",
    pageWords: "The page's words",
    from: "from",
    sends: "Sends a form",
    sendsTo: "to",
    fields: "with the fields",
    noFields: "no named fields",
    requests: "A script of the page sends",
    keptFrom: "it was kept from it until now",
    reason: "Why it is asked",
    also: "Also",
    careful: "This rests on what a page says, not on your words alone.",
    atOnce: "The site receives this at once.",
    deny: "Deny",
    allowOnce: "Allow once",
    sent: "Your answer is on its way",
    emptyValue: "nothing (empty)",
    hiddenNote: "Marked characters cannot be seen in ordinary text.",
    allowKind: (what, uses, minutes) => `Allow ${rows[what] ?? "this kind of step"} here, up to ${times(uses)} in ${count(minutes, "minute")}`,
    /* gestures */
    gestureEnds: "The offer ends by itself after half a minute.",
    gestureOver: "The offer has ended. Laika waits; resume to be offered it again.",
    gestureDone: "Done",
    gestureFailed: "The browser did not allow it. Nothing was handed over.",
    /* the answer */
    answerTitle: "Answer",
    sources: "Sources",
    unanswered: "Nothing that was read answers",
    undone: "Not done",
    files: "Files",
    fileNote: "kept encrypted; it is not opened",
    copyOnly: "This kind of address can only be copied (E_COPY_ONLY)",
    sensitiveLinks: "On a sensitive site links are copied, not opened.",
    noPlace: "its address is not known",
    /* sub views */
    grants: "Active permissions",
    grantsLead: "What Laika may do without asking again.",
    noGrants: "Nothing. Laika asks before every step that needs it.",
    history: "History of this site",
    noHistory: "No runs on this site yet.",
    preview: "What would be sent",
    previewLead: "Exactly what a model elsewhere would get for this run, after passwords and the like were taken out.",
    noPreview: "There is no run. Nothing is sent.",
    loading: "One moment…",
    siteAccess: "This site",
    disconnectText: "Takes back access, permissions and the mode of this site.",
    palette: "Commands",
    palettePlaceholder: "Type a command",
    paletteNone: "No such command",
    paletteKey: "Ctrl or ⌘ K",
    /* the first open */
    hello: "Meet Laika",
    helloLead: "It reads pages and acts for you, on this machine. You decide how far it goes.",
    helloModes: "Three modes, per site",
    helloConnect: "What Connect means",
    helloConnectText: "Reading needs only your question. To act on a page, you connect the site: you see what that covers, authorize it once, and take it back when you like.",
    helloSite: "Begin on this website",
    helloSiteText: "The browser asks you to confirm. You can also stay Read-only and decide later.",
    helloGranted: "You called Laika on this page, so it can read it when you ask. Nothing else is needed to begin; to act here, you connect the site later.",
    helloNoSite: "Open a website to begin there. Laika stays Read-only until you say otherwise.",
    stepOf: (at, of) => `Step ${at} of ${of}`,
    took: (steps, asks, pages, seconds) => `${count(steps, "step")}, ${count(asks, "ask")}, ${count(pages, "page")}, ${seconds.toFixed(1)} s`,
    waiting: (n3) => n3 === 1 ? "1 run waits for you" : `${n3} runs wait for you`,
    usesLeft: (uses, minutes) => `${times(uses)} in ${count(minutes, "minute")}`
  };
  function count(n3, what) {
    return `${n3} ${what}${n3 === 1 ? "" : "s"}`;
  }
  function times(n3) {
    return n3 === 1 ? "once" : `${n3} times`;
  }
  var modes = {
    observe: { name: "Read-only", text: "Laika reads and answers. It changes nothing." },
    assist: { name: "Ask before acting", text: "Laika shows every step and waits for your yes." },
    autopilot: {
      name: "Auto (safe actions only)",
      text: "Safe steps go on by themselves. Typing and sending still ask."
    }
  }, statuses = {
    idle: { name: "Ready", said: "Ready" },
    authorizing: { name: "Awaiting authorization", said: "Awaiting your authorization" },
    observing: { name: "Reading", said: "Reading the page" },
    planning: { name: "Thinking", said: "Thinking" },
    awaiting_approval: { name: "Awaiting approval", said: "Awaiting approval" },
    executing: { name: "Acting", said: "Doing a step" },
    verifying: { name: "Checking", said: "Checking the step" },
    paused: { name: "Paused", said: "Paused" },
    takeover: { name: "Paused due to takeover", said: "Paused due to takeover" },
    completed: { name: "Done", said: "Done" },
    cancelled: { name: "Stopped", said: "Stopped" },
    failed: { name: "Given up", said: "Given up" }
  }, pauses = {
    restarted: "Laika was restarted. Resume the run; it looks at the page again before it does anything.",
    outcome_unknown: "The last step was begun and nobody knows how it ended. Look whether it happened, then resume; it is not repeated by itself.",
    connection_lost: "The page cannot be reached. Open it again and resume.",
    rejected: "You said no. Say how to go on, or stop the run.",
    approval_expired: "Nobody answered in time. Resume to be asked again.",
    tool_unavailable: "A tool does not answer. Resume to try again, or do this step yourself.",
    retries_spent: "The same step failed too often. Say how to go on; from now on Laika asks before it acts.",
    steps_spent: "The run has taken as many steps as it may. Resume to let it take as many again.",
    rate_spent: "The run asked the model or looked at the page too often in a minute. Resume in a minute.",
    clarify: "Laika needs to know more. Answer its question and resume.",
    model_failed: "The model gave no usable answer. Resume to try again, or choose another model.",
    too_much_read: "The run has read more than it can keep track of. Start a new one for the rest.",
    tab_busy: "Another run works in this tab. Switch to it, open another tab, or stop it.",
    handoff: "This is for you to do. Resume when it is done; Laika does not watch.",
    takeover_over: "You took over. Resume when Laika should go on.",
    rolled_back: "The head was moved back; what was done stays done. Resume to go on from there on a new branch.",
    away: "The machine slept, was locked or logged out, so nothing was done meanwhile. Resume; Laika looks at the page again first.",
    asked: "You paused the run. Resume when it should go on."
  }, tools = {
    "browser.click": { may: "May Laika click this?", does: "Click" },
    "browser.type": { may: "May Laika type this?", does: "Type" },
    "browser.select": { may: "May Laika choose this?", does: "Choose" },
    "browser.scroll": { may: "May Laika scroll the page?", does: "Scroll" },
    "browser.navigate": { may: "May Laika go to this address?", does: "Go to an address" },
    "browser.open_tab": { may: "May Laika open this in a new tab?", does: "Open a tab" },
    "browser.switch_tab": { may: "May Laika change the tab?", does: "Change the tab" },
    "browser.back": { may: "May Laika go back a page?", does: "Go back" },
    "browser.forward": { may: "May Laika go forward a page?", does: "Go forward" },
    "browser.refresh": { may: "May Laika load the page again?", does: "Load again" },
    "browser.observe_dom": { may: "May Laika read this page?", does: "Read the page" },
    "browser.find": { may: "May Laika look for something on the page?", does: "Look on the page" },
    "browser.wait_for": { may: "May Laika wait for the page?", does: "Wait for the page" },
    "browser.extract_table": { may: "May Laika read this table?", does: "Read a table" },
    "browser.get_selection_links": { may: "May Laika read the links you selected?", does: "Read selected links" },
    "browser.capture_viewport": { may: "May Laika take a picture of the page?", does: "Take a picture" },
    "browser.paste": { may: "May Laika paste your clipboard here?", does: "Paste" },
    "browser.download": { may: "May Laika download this file?", does: "Download" },
    "browser.upload": { may: "May Laika hand a file to the site?", does: "Upload" },
    "content.summarize": { may: "May Laika sum this up?", does: "Sum up" },
    "content.find": { may: "May Laika look for passages?", does: "Look for passages" },
    search: { may: "May Laika search the web?", does: "Search the web" }
  };
  function mayLaika(tool) {
    return tools[tool]?.may ?? "May Laika do this?";
  }
  function does(tool) {
    return tools[tool]?.does ?? tool;
  }
  var rows = {
    read: "reading",
    local: "local steps",
    capture: "pictures",
    navigate_typed: "going to addresses you name",
    navigate_same: "moving within this site",
    navigate_cross: "leaving for other sites",
    click: "clicks",
    type: "typing",
    type_pii: "typing about a person",
    paste: "pasting",
    submit: "sending forms",
    download: "downloads",
    upload: "uploads",
    save: "saving",
    write: "changes"
  };
  function whatRow(what) {
    let said2 = rows[what];
    return said2 === void 0 ? what : said2.charAt(0).toUpperCase() + said2.slice(1);
  }
  function source(from) {
    switch (from) {
      case "user":
        return "your own words";
      case "directory_by_name":
      case "directory":
        return "your directory";
      case "setting":
        return "says nothing by itself";
      case "requested_handle":
      case "handle":
        return "an element of the page";
      case "requested":
        return "a page you asked for";
      case "document":
        return "a page";
      default:
        return "nowhere that Laika knows";
    }
  }
  function isOwn(from) {
    return from === "user" || from === "directory" || from === "directory_by_name";
  }
  var values = {
    text: "Text",
    url: "Address",
    value: "Choice",
    query: "Search for",
    tabId: "Tab",
    kind: "How",
    direction: "Direction"
  };
  function valueName(name) {
    return values[name] ?? name;
  }
  var reasons = {
    P_ALLOW_SAME_ORIGIN: "Moving within a low-risk site is safe in Auto.",
    P_DENY_SAME_ORIGIN: "In Read-only Laika does not move between pages.",
    P_DENY_CLICK: "In Read-only Laika does not click.",
    P_DENY_WRITE: "In Read-only Laika changes nothing.",
    P_DENY_PAYMENT_FIELD_AUTOPILOT: "In Auto Laika never fills in payment fields."
  };
  function reason(code, sentence) {
    return reasons[code] ?? sentence;
  }
  var handoffs = {
    login: "Sign in",
    two_factor: "Enter a code",
    consent: "Decide whether to agree",
    captcha: "Show that you are human",
    file_picker: "Choose a file",
    manual: "A step for your own hands"
  }, gestures = {
    paste: {
      title: "Paste your clipboard",
      text: "Your click gives what is on your clipboard to this site.",
      button: "Paste here"
    },
    copy: {
      title: "Copy to your clipboard",
      text: "Your click puts what Laika found on your clipboard.",
      button: "Copy now"
    },
    download: {
      title: "Download a file",
      text: "Your click lets this site give you a file. It is kept encrypted and not opened.",
      button: "Download it"
    },
    upload: {
      title: "Hand over a file",
      text: "Your click opens the site's own file chooser. You choose the file.",
      button: "Choose a file"
    }
  }, offers = {
    open_workspace: { button: words.openWorkspace, text: "In a browser of Laika's own, without your logins" },
    copy_url: { button: words.copyLink, text: "Open it yourself, wherever you like" },
    manual: { button: words.copyInstructions, text: words.manualTitle },
    my_browser: { button: words.connect, text: "In this tab, with your logins" }
  }, goals = {
    summarize: "Summarize this page.",
    table: "Extract the table on this page.",
    find: (what) => `Find on this page: ${what}`
  };
  function failure(code, sentence) {
    return code === "E_NO_PERSON" ? "Laika takes this only from you: open this panel from the toolbar, or use a terminal." : sentence;
  }

  // extension/src/panel/model.ts
  var start = {
    link: { state: "connecting" },
    app: "online",
    front: null,
    site: null,
    history: [],
    grants: null,
    preview: null,
    runs: {},
    order: [],
    chosen: null,
    view: "home",
    palette: !1,
    onboarded: null,
    wantsToAct: null,
    accessRefused: !1,
    draft: null,
    failure: null
  };
  function reduce(state2, message) {
    switch (message.kind) {
      case "link":
        return linked(state2, message.link);
      case "front":
        return inFront(state2, message.front);
      case "menu":
        return message.menu.what === "ask_selection" ? { ...state2, view: "home", draft: "" } : state2;
      case "down":
        return told(state2, message.down, message.ask);
      case "prefs":
        return { ...state2, onboarded: message.onboarded };
      case "view":
        return { ...state2, view: message.view, palette: !1 };
      case "palette":
        return { ...state2, palette: message.open };
      case "choose":
        return { ...state2, chosen: message.run, view: "home", wantsToAct: null, failure: null };
      case "wants_to_act":
        return { ...state2, wantsToAct: message.goal, failure: null };
      case "access":
        return { ...state2, accessRefused: message.refused };
      case "said":
        return changed(kept(state2, message.run), message.run, (run) => ({
          ...run,
          card: run.card && { ...run.card, said: !0 }
        }));
      case "authorised":
        return changed(kept(state2, message.run), message.run, (run) => ({
          ...run,
          authorise: run.authorise && { ...run.authorise, sent: !0 }
        }));
      case "gesture_used":
        return changed(state2, message.run, (run) => ({ ...run, gesture: run.gesture && { ...run.gesture, used: !0 } }));
      case "draft_taken":
        return { ...state2, draft: null };
      case "failed":
        return { ...state2, failure: { code: message.code, sentence: message.sentence } };
      case "failure_seen":
        return { ...state2, failure: null };
    }
  }
  function kept(state2, run) {
    return { ...state2, chosen: run };
  }
  function linked(state2, link) {
    return link.state === "online" ? { ...state2, link, app: state2.link.state === "locked" ? "online" : state2.app } : { ...state2, ...{ runs: {}, order: [], chosen: null, grants: null, preview: null, site: null, history: [] }, link, app: link.state === "locked" ? "locked" : state2.app, wantsToAct: null };
  }
  function inFront(state2, front) {
    let sameSite = front !== null && front.origin !== "" && front.origin === state2.front?.origin, sameTab = front?.tabId === state2.front?.tabId;
    return {
      ...state2,
      front,
      site: sameSite ? state2.site : null,
      history: sameSite ? state2.history : [],
      // A run that was picked by hand is left when the person goes to another tab.
      chosen: sameTab ? state2.chosen : null,
      accessRefused: sameTab && sameSite && state2.accessRefused,
      wantsToAct: sameTab && sameSite ? state2.wantsToAct : null
    };
  }
  function told(state2, down, ask) {
    switch (down.says) {
      case "news":
        return news(state2, down.run, down.news);
      case "done":
        return done(state2, down.runs, ask);
      case "status": {
        let next = { ...state2, app: down.standing.app };
        return down.standing.runs.reduce(
          (so, run) => changed(so, run.runId, (one) => heard(one, { news: "state", app: down.standing.app, state: run })),
          next
        );
      }
      case "grants":
        return { ...state2, grants: down.grants };
      case "site":
        return down.site.origin !== state2.front?.origin ? state2 : { ...state2, site: down.site, history: down.history };
      case "preview":
        return ask?.say === "preview" ? { ...state2, preview: { run: ask.run, text: down.text } } : state2;
      case "error":
        return failed(state2, down.code, down.sentence, ask);
      default:
        return state2;
    }
  }
  function news(state2, run, told2) {
    let next = told2.news === "state" ? { ...state2, app: told2.app } : state2;
    return run === null ? told2.news === "trouble" ? { ...next, failure: { code: told2.code, sentence: told2.sentence } } : next : changed(next, run, (one) => heard(one, told2));
  }
  function done(state2, runs, ask) {
    switch (ask?.say) {
      case "begin": {
        let next = runs.reduce((so, id) => changed(so, id, (run) => ({ ...run, order: ask.order })), state2);
        return { ...next, chosen: runs[0] ?? next.chosen, view: "home", wantsToAct: null, failure: null };
      }
      case "site_mode":
        return state2.site?.origin === ask.origin ? { ...state2, site: { ...state2.site, mode: ask.mode } } : state2;
      case "revoke":
        return { ...state2, grants: state2.grants?.filter((grant) => grant.id !== ask.grant) ?? null };
      case "disconnect": {
        let site = state2.site?.origin === ask.origin ? { ...state2.site, connected: !1, mode: "observe" } : state2.site;
        return { ...state2, site, grants: state2.grants?.filter((grant) => grant.origin !== ask.origin) ?? null };
      }
      default:
        return state2;
    }
  }
  function failed(state2, code, sentence, ask) {
    let next = { ...state2, failure: { code, sentence } };
    if (ask?.say === "answer") {
      let again = (run) => ({
        ...run,
        card: run.card && { ...run.card, said: !1, round: run.card.round + 1 }
      });
      return changed(next, ask.run, again);
    }
    return ask?.say === "authorise" ? changed(next, ask.run, (run) => ({ ...run, authorise: run.authorise && { ...run.authorise, sent: !1 } })) : code === "E_LOCKED" ? { ...next, app: "locked", failure: null } : next;
  }
  function changed(state2, id, change) {
    let known = state2.runs[id], next = change(known ?? newRun(id));
    return {
      ...state2,
      runs: { ...state2.runs, [id]: next },
      order: known === void 0 ? [...state2.order, id] : state2.order
    };
  }
  function shownRun(state2) {
    let chosen = state2.chosen === null ? void 0 : state2.runs[state2.chosen];
    if (chosen !== void 0) return chosen;
    let alive = [...state2.order].reverse().flatMap((id) => state2.runs[id] ?? []).filter((run) => !isOver(run.state?.status));
    return alive.find((run) => tabOf(run) === state2.front?.tabId) ?? alive.find(waits) ?? alive.find((run) => tabOf(run) === void 0) ?? null;
  }
  function otherRuns(state2) {
    let shown2 = shownRun(state2);
    return state2.order.flatMap((id) => state2.runs[id] ?? []).filter((run) => run !== shown2 && run.state !== null && !isOver(run.state.status));
  }
  function tabOf(run) {
    let surface = run.order?.surface;
    if (!(surface !== void 0 && surface.kind !== "mine"))
      return run.state?.attachedTarget?.tabId ?? surface?.tabId;
  }
  function isLockedOut(state2, run) {
    let { front } = state2;
    return front !== null && front.access === "needed" && tabOf(run) === front.tabId;
  }
  function canStop(state2) {
    return Object.values(state2.runs).some((run) => run.state !== null && !isOver(run.state.status));
  }
  function modeOf(state2) {
    return state2.site?.mode ?? "observe";
  }
  function screen(state2) {
    let link = state2.link.state;
    return link !== "online" ? link : state2.app === "locked" ? "locked" : state2.app === "offline" ? "offline" : state2.onboarded === !1 ? "onboarding" : shownRun(state2) !== null ? "ready" : state2.front === null || state2.front.access === "restricted" ? "restricted" : state2.front.access === "needed" ? "needed" : "ready";
  }
  function asksAfter(before, after) {
    let asks = [], origin = after.link.state === "online" ? after.front?.origin : void 0, cameOnline = before.link.state !== "online" && after.link.state === "online";
    cameOnline && asks.push({ say: "watch" }), origin !== void 0 && origin !== "" && (cameOnline || origin !== before.front?.origin) && asks.push({ say: "site", origin }), after.view === "grants" && before.view !== "grants" && asks.push({ say: "grants" });
    let looksBack = after.view === "history" && before.view !== "history", run = shownRun(after);
    after.view === "preview" && before.view !== "preview" && run !== null && asks.push({ say: "preview", run: run.id });
    let turned = (id) => {
      let [was, is] = [before.runs[id]?.state, after.runs[id]?.state];
      return was == null || is == null ? !1 : was.attachedTarget?.origin !== is.attachedTarget?.origin || was.status !== is.status && (was.status === "authorizing" || isOver(is.status));
    };
    return origin !== void 0 && origin !== "" && !cameOnline && (looksBack || after.order.some(turned)) && asks.push({ say: "site", origin }), asks;
  }
  function announce(before, after) {
    let was = shownRun(before), run = shownRun(after), polite = null;
    screen(after) !== screen(before) && (polite = {
      offline: words.offlineTitle,
      locked: words.lockedTitle,
      update: words.updateTitle,
      needed: words.neededTitle,
      restricted: words.restrictedTitle
    }[screen(after)] ?? null);
    let status = run?.state?.status;
    run !== null && status !== void 0 && (run.id !== was?.id || status !== was.state?.status) && (polite = statuses[status].said);
    let face = (one) => one?.card ? faceOf(one.id, one.card) : one?.authorise ? one.authorise.digest : one?.gesture?.nonce ?? null, assertive = face(run) !== null && face(run) !== face(was) ? words.asks : after.failure !== null && after.failure !== before.failure ? after.failure.sentence : null;
    return { polite, assertive };
  }
  function orderHere(front, goal, mode) {
    let order = {
      goal,
      urls: [front.url],
      mode,
      asks: "person",
      surface: { kind: "mine", tabId: front.tabId }
    };
    return front.incognito ? { ...order, private: !0 } : order;
  }
  function orderInWorkspace(goal, url, mode, incognito) {
    let order = { goal, urls: [url], mode, asks: "person", surface: { kind: "workspace" } };
    return incognito ? { ...order, private: !0 } : order;
  }
  function soundsLikeActing(goal) {
    let verbs = "click|press|tap|fill|type|enter|write|send|submit|book|order|buy|pay|reserve|sign|log|register|subscribe|unsubscribe|apply|select|choose|pick|tick|check out|upload|download|delete|remove|cancel|post|reply|comment|publish|share|invite|add|change|update|set|open|go to|navigate|accept|reject|close|save|edit|rename|move|schedule", polite = "(?:please |can you |could you |would you |will you |laika,? |i want you to |i'd like you to )*";
    return new RegExp(`^\\s*${polite}(?:${verbs})\\b`, "i").test(goal) && !/^\s*(?:can|could) you (?:tell|explain|say)\b/i.test(goal);
  }

  // extension/src/panel/control.ts
  function control(state2, send2, outside) {
    let ask = outside.ask, begin = (order) => ask({ say: "begin", order }), here = (goal, mode) => {
      let front = state2().front;
      front !== null && front.url !== "" && begin(orderHere(front, goal, mode));
    }, copy = (text) => {
      if (text === "") return send2({ kind: "failed", code: "E_COPY", sentence: words.noUrl });
      outside.writeClipboard(text).then(outside.copied, () => {
        send2({ kind: "failed", code: "E_COPY", sentence: words.gestureFailed });
      });
    }, actingMode = () => modeOf(state2()) === "autopilot" ? "autopilot" : "assist", perform = (gesture) => {
      switch (gesture.kind) {
        case "paste":
          return outside.readClipboard();
        case "copy":
          return gesture.text === null ? Promise.resolve(void 0) : outside.writeClipboard(gesture.text).then(() => {
          });
        default:
          return Promise.resolve(void 0);
      }
    };
    return {
      summarize: () => here(goals.summarize, "observe"),
      extractTable: () => here(goals.table, "observe"),
      find: (what) => here(goals.find(what), "observe"),
      ask: (goal) => soundsLikeActing(goal) ? send2({ kind: "wants_to_act", goal }) : here(goal, "observe"),
      readOnly: (goal) => {
        send2({ kind: "wants_to_act", goal: null }), here(goal, "observe");
      },
      connect: (goal) => {
        send2({ kind: "wants_to_act", goal: null }), goal !== "" && here(goal, actingMode());
      },
      openInWorkspace: (goal, url) => {
        let front = state2().front, where = url ?? front?.url ?? "";
        if (send2({ kind: "wants_to_act", goal: null }), where === "") return send2({ kind: "failed", code: "E_NO_ADDRESS", sentence: words.noUrl });
        begin(
          orderInWorkspace(
            goal ?? goals.summarize,
            where,
            goal === null ? "observe" : actingMode(),
            front?.incognito !== !1
          )
        );
      },
      enable: (origin) => {
        outside.requestAccess([origin]).then((given) => send2({ kind: "access", refused: !given }));
      },
      authorise: (run, digest, origins) => {
        outside.requestAccess(origins).then((given) => {
          if (!given) return send2({ kind: "failed", code: "E_NO_SITE_ACCESS", sentence: words.refusedAccess });
          send2({ kind: "authorised", run }), ask({ say: "authorise", run, digest });
        });
      },
      decline: (run) => ask({ say: "decline", run }),
      answer: (run, requestId, digest, reply) => {
        send2({ kind: "said", run }), ask({ say: "answer", run, requestId, digest, reply });
      },
      gesture: (run, gesture) => {
        let { requestId, nonce } = gesture, done2 = perform(gesture);
        send2({ kind: "gesture_used", run }), done2.then(
          (text) => ask({ say: "gesture", run, requestId, nonce, ...text === void 0 ? {} : { text } }),
          () => send2({ kind: "failed", code: "E_GESTURE", sentence: words.gestureFailed })
        );
      },
      resume: (run, said2) => ask({ say: "resume", run, ...said2 === void 0 ? {} : { words: said2 } }),
      pause: (run) => ask({ say: "pause", run }),
      stop: (run) => ask({ say: "stop", run }),
      stopAll: () => ask({ say: "stop" }),
      panic: () => ask({ say: "panic" }),
      unlock: () => ask({ say: "unlock" }),
      openLaika: outside.openLaika,
      switchRun: (run, holder) => {
        ask({ say: "pause", run: holder }), ask({ say: "resume", run });
      },
      newTaskTab: (run) => {
        let order = state2().runs[run]?.order;
        order != null && (ask({ say: "stop", run }), begin({ ...order, surface: { kind: "mine" } }));
      },
      stopOther: (run, holder) => {
        ask({ say: "stop", run: holder }), ask({ say: "resume", run });
      },
      reattach: (run, tabId) => ask({ say: "reattach", run, tabId }),
      setMode: (mode) => {
        let origin = state2().front?.origin ?? "";
        origin !== "" && ask({ say: "site_mode", origin, mode });
      },
      revoke: (run, grant) => ask({ say: "revoke", run, grant }),
      disconnect: () => {
        let origin = state2().front?.origin ?? "";
        origin !== "" && (ask({ say: "disconnect", origin }), outside.removeAccess(origin));
      },
      openLink: (url) => {
        outside.openTab(url);
      },
      copy,
      view: (view) => send2({ kind: "view", view }),
      palette: (open) => send2({ kind: "palette", open }),
      choose: (run) => send2({ kind: "choose", run }),
      dropAct: () => send2({ kind: "wants_to_act", goal: null }),
      dropFailure: () => send2({ kind: "failure_seen" }),
      draftTaken: () => send2({ kind: "draft_taken" }),
      onboarded: () => {
        outside.keepOnboarded(state2().front?.incognito !== !1), send2({ kind: "prefs", onboarded: !0 });
      },
      again: (past) => {
        send2({ kind: "view", view: "home" }), soundsLikeActing(past.goal) ? send2({ kind: "wants_to_act", goal: past.goal }) : here(past.goal, "observe");
      }
    };
  }

  // extension/src/shared/panel-port.ts
  var PANEL_PORT = "panel";

  // extension/src/panel/text.ts
  var DECEPTIVE = /[\u{ad}\u{34f}\u{61c}\u{115f}\u{1160}\u{17b4}\u{17b5}\u{180e}\u{200b}\u{200e}\u{200f}\u{2028}-\u{202e}\u{2060}-\u{206f}\u{3164}\u{feff}\u{ffa0}\u{fff9}-\u{fffb}\u{1d173}-\u{1d17a}\u{e0000}-\u{e01ef}]/u, NONCHARACTER = /[\u{fdd0}-\u{fdef}]|\p{Cn}/u, LONE_OR_CONTROL = /\p{Cc}|\p{Cs}|\p{Co}/u, QUIET = /[\u{200c}\u{200d}\u{fe00}-\u{fe0f}\u{2800}]/u, NEEDS_QUIET = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{M}|[\u{600}-\u{dff}\u{1000}-\u{109f}\u{1780}-\u{17ff}]/u;
  function codePoint(character) {
    return `⟨U+${(character.codePointAt(0) ?? 65533).toString(16).toUpperCase().padStart(4, "0")}⟩`;
  }
  function exactly(value) {
    let pieces = [], push2 = (text, named) => {
      let last = pieces.at(-1);
      last !== void 0 && last.named === named && !named ? last.text += text : pieces.push({ text, named });
    }, characters = [...value];
    return characters.forEach((character, at) => {
      character === `
` ? (push2("⏎", !0), push2(`
`, !1)) : character === "⟨" || character === "⏎" || isHidden(character, characters[at - 1], characters[at + 1]) ? push2(codePoint(character), !0) : push2(character, !1);
    }), pieces;
  }
  function isHidden(character, before, after) {
    if (isTrick(character)) return !0;
    if (!QUIET.test(character)) return !1;
    if (character === "⠀") return !0;
    let joiner = character === "‌" || character === "‍", follows = before !== void 0 && (NEEDS_QUIET.test(before) || joiner && before === "️"), leads = after !== void 0 && NEEDS_QUIET.test(after);
    return joiner ? !(follows && leads) : !(follows || before !== void 0 && /[0-9#*]/u.test(before));
  }
  function isTrick(character) {
    return LONE_OR_CONTROL.test(character) || DECEPTIVE.test(character) || NONCHARACTER.test(character);
  }
  function oneLine(text) {
    return [...text].map((c4) => /[\n\r\t\u{2028}\u{2029}]/u.test(c4) ? " " : isTrick(c4) ? "�" : c4).join("");
  }
  function manyLines(text) {
    return [...text.replace(/[\r\u{2028}\u{2029}]/gu, `
`)].map((c4) => c4 === `
` || c4 === "	" || !isTrick(c4) ? c4 : "�").join("");
  }
  function isVisible(text) {
    return /[^\s\u{200c}\u{200d}\u{2800}\u{fe00}-\u{fe0f}]/u.test(text);
  }

  // extension/src/panel/document.ts
  var MOST_NODES = 2e4, MOST_DEPTH = 16, MOST_TEXT = 524288, MOST_COLUMNS = 64, LONGEST_HREF = 8192;
  function webAddress(href) {
    if (typeof href != "string" || href.length > LONGEST_HREF || /[\s\p{Cc}]/u.test(href)) return null;
    try {
      let url = new URL(href);
      return (url.protocol === "http:" || url.protocol === "https:") && url.host !== "" && url.username === "" && url.password === "" ? url : null;
    } catch {
      return null;
    }
  }
  function shown(document2, known) {
    let addresses = /* @__PURE__ */ new Set();
    for (let one of known) {
      let address = webAddress(one);
      address !== null && addresses.add(address.href);
    }
    let root2 = node(document2);
    return root2?.type === "doc" ? new Gate(addresses).blocks(root2.children, 1) : [];
  }
  function node(value) {
    return typeof value == "object" && value !== null && !Array.isArray(value) ? value : null;
  }
  var Gate = class {
    #known;
    #nodes = MOST_NODES;
    #text = MOST_TEXT;
    constructor(known) {
      this.#known = known;
    }
    blocks(list, depth) {
      return this.#each(list, depth, (one) => this.#block(one, depth));
    }
    #each(list, depth, take) {
      if (!Array.isArray(list) || depth > MOST_DEPTH) return [];
      let kept2 = [];
      for (let value of list) {
        if (this.#nodes <= 0 || this.#text <= 0) break;
        this.#nodes -= 1;
        let one = node(value), taken = one === null ? null : take(one);
        taken !== null && kept2.push(taken);
      }
      return kept2;
    }
    #block(one, depth) {
      switch (one.type) {
        case "heading": {
          let level = one.level, line = this.#line(one.children, depth + 1), whole = typeof level == "number" && Number.isInteger(level) && level >= 1 && level <= 6 ? level : 2;
          return line && { kind: "heading", level: whole, line };
        }
        case "paragraph": {
          let line = this.#line(one.children, depth + 1);
          return line && { kind: "paragraph", line };
        }
        case "list": {
          let items = this.#each(one.items, depth + 1, (item) => {
            let blocks = item.type === "list_item" ? this.blocks(item.children, depth + 2) : [];
            return blocks.length > 0 ? blocks : null;
          });
          return items.length > 0 ? { kind: "list", ordered: one.ordered === !0, items } : null;
        }
        case "blockquote": {
          let blocks = this.blocks(one.children, depth + 1);
          return blocks.length > 0 ? { kind: "quote", blocks } : null;
        }
        case "code_block": {
          let text = manyLines(this.#cut(one.text)).replace(/\n+$/, "");
          return isVisible(text) ? { kind: "code", text } : null;
        }
        case "table":
          return this.#table(one, depth);
        default:
          return null;
      }
    }
    #table(one, depth) {
      let rows2 = this.#each(one.rows, depth + 1, (row) => {
        if (row.type !== "table_row" || !Array.isArray(row.cells)) return null;
        let cells = this.#each(
          row.cells.slice(0, MOST_COLUMNS),
          depth + 2,
          (cell) => cell.type === "table_cell" ? { header: cell.header === !0, line: this.#line(cell.children, depth + 3) ?? [] } : null
        );
        return cells.some((cell) => cell.line.length > 0) ? cells : null;
      }), from = rows2.findIndex((row) => !row.every((cell) => cell.header)), split = from === -1 ? rows2.length : from;
      return rows2.length > 0 ? { kind: "table", head: rows2.slice(0, split), body: rows2.slice(split) } : null;
    }
    #line(children, depth) {
      let line = this.#each(children, depth, (one) => this.#inline(one, depth)).flat();
      return line.some((piece) => piece.kind === "link" || isVisible(piece.text)) ? line : null;
    }
    #inline(one, depth) {
      if (one.type === "text") return [{ kind: "text", text: oneLine(this.#cut(one.text)) }];
      if (one.type !== "link") return null;
      let label = this.#each(
        one.children,
        depth + 1,
        (text) => text.type === "text" ? oneLine(this.#cut(text.text)) : null
      ).join(""), address = webAddress(one.href);
      if (address !== null && this.#known.has(address.href))
        return this.#text -= address.href.length, [{ kind: "link", href: address.href, label: isVisible(label) ? label : address.host, to: address.host }];
      let plain = oneLine(this.#cut(one.href));
      return [{ kind: "text", text: isVisible(label) ? plain === "" || plain === label ? label : `${label} (${plain})` : plain }];
    }
    #cut(text) {
      if (typeof text != "string") return "";
      let kept2 = text.slice(0, Math.max(0, this.#text));
      return this.#text -= kept2.length, kept2;
    }
  };

  // extension/src/panel/port.ts
  var api = globalThis.browser ?? chrome, RECONNECT_MS = [100, 500, 2e3], PREFS = "uiPrefs", WorkerPort = class {
    #heard;
    #asked = /* @__PURE__ */ new Map();
    #port = null;
    #last = 0;
    #tries = 0;
    constructor(heard2) {
      this.#heard = heard2;
    }
    connect() {
      let port2 = api.runtime.connect({ name: PANEL_PORT });
      this.#port = port2, port2.onMessage.addListener((message) => {
        this.#tries = 0, this.#hear(message);
      }), port2.onDisconnect.addListener(() => {
        if (this.#port !== port2) return;
        this.#port = null, this.#asked.clear(), this.#heard({ kind: "link", link: { state: "connecting" } });
        let wait = RECONNECT_MS[Math.min(this.#tries++, RECONNECT_MS.length - 1)];
        setTimeout(() => this.connect(), wait);
      }), this.#ready(port2);
    }
    ask(ask) {
      this.#send({ ask }, ask);
    }
    openLaika() {
      this.#send({ do: "open_laika" }, null);
    }
    front() {
      this.#send({ do: "front" }, null);
    }
    async #ready(port2) {
      let window2 = await api.windows?.getCurrent().catch(() => {
      });
      if (this.#port !== port2) return;
      let windowId = window2?.id;
      this.#send(windowId === void 0 ? { do: "ready" } : { do: "ready", windowId }, null);
    }
    #send(message, ask) {
      let n3 = ++this.#last;
      this.#asked.set(n3, ask);
      try {
        this.#port?.postMessage({ n: n3, ...message });
      } catch {
        this.#asked.delete(n3);
      }
    }
    #hear(message) {
      if ("link" in message) this.#heard({ kind: "link", link: message.link });
      else if ("front" in message) this.#heard({ kind: "front", front: message.front });
      else if ("menu" in message) this.#heard({ kind: "menu", menu: message.menu });
      else if ("down" in message) this.#heard({ kind: "down", down: message.down, ask: null });
      else {
        let ask = this.#asked.get(message.n) ?? null;
        this.#asked.delete(message.n), "reply" in message ? this.#heard({ kind: "down", down: message.reply, ask }) : message.done || this.#heard({ kind: "failed", code: message.code, sentence: message.sentence });
      }
    }
  };
  function requestAccess(origins) {
    let patterns = origins.map(pattern).filter((one) => one !== null);
    return patterns.length === 0 || patterns.length < origins.length ? Promise.resolve(!1) : api.permissions.request({ origins: patterns }).catch(() => !1);
  }
  function removeAccess(origin) {
    let one = pattern(origin);
    one !== null && api.permissions.remove({ origins: [one] }).catch(() => !1);
  }
  function pattern(origin) {
    let url = webAddress(origin);
    return url === null ? null : `${url.protocol}//${url.hostname}/*`;
  }
  async function openTab(url, active = !0) {
    let address = webAddress(url);
    return address === null ? null : (await api.tabs.create({ url: address.href, active })).id ?? null;
  }
  async function readOnboarded() {
    if (isPrivate()) return !1;
    let prefs = (await api.storage.local.get(PREFS).catch(() => ({})))[PREFS];
    return Object(prefs).onboarded === !0;
  }
  function keepOnboarded(incognito) {
    !incognito && !isPrivate() && api.storage.local.set({ [PREFS]: { onboarded: !0 } }).catch(() => {
    });
  }
  function isPrivate() {
    return api.extension?.inIncognitoContext !== !1;
  }

  // extension/src/panel/commands.ts
  function commands(state2, deeds2) {
    let list = [], add = (id, label, icon, act) => list.push({ id, label, icon, act }), run = shownRun(state2), place = screen(state2);
    place === "ready" && state2.front !== null && state2.front.access === "granted" && (add("summarize", words.summarize, "lines", deeds2.summarize), add("table", words.extractTable, "table", deeds2.extractTable));
    let origin = state2.front?.origin ?? "";
    if (place === "needed" && origin !== "" && add("enable", words.enable, "eye", () => deeds2.enable(origin)), run !== null && canResume(run) && add("resume", words.resume, "next", () => deeds2.resume(run.id)), run !== null && canStop(state2) && add("stop", words.stopHint, "stop", () => deeds2.stop(run.id)), run !== null && add("new", words.newQuestion, "send", () => deeds2.choose(null)), state2.link.state === "online" && origin !== "") {
      for (let mode of Object.keys(modes))
        add(`mode-${mode}`, `${words.mode}: ${modes[mode].name}`, "shield", () => deeds2.setMode(mode));
      add("disconnect", words.disconnect, "plug", deeds2.disconnect);
    }
    return state2.link.state === "online" ? (add("grants", words.grants, "lock", () => deeds2.view("grants")), add("history", words.history, "clock", () => deeds2.view("history")), add("preview", words.preview, "eye", () => deeds2.view("preview"))) : add("open", words.openLaika, "plug", deeds2.openLaika), add("panic", words.panicHint, "panic", deeds2.panic), list;
  }
  function matching(list, typed) {
    let wanted = typed.toLowerCase().split(/\s+/).filter((word) => word !== "");
    return list.filter((command) => {
      let has = command.label.toLowerCase().split(/[^\p{L}\p{N}-]+/u);
      return wanted.every((word) => has.some((one) => one.startsWith(word)));
    });
  }

  // extension/src/panel/arming.ts
  function stand(before, face, now) {
    return before !== null && before.face === face ? before : { face, since: now };
  }
  function isArmed(standing, now) {
    return standing !== null && now - standing.since >= 700;
  }
  function armedIn(standing, now) {
    return Math.max(0, standing.since + 700 - now);
  }
  function isPersons(event) {
    return event.isTrusted === !0;
  }

  // node_modules/preact/jsx-runtime/dist/jsxRuntime.mjs
  var f4 = /* @__PURE__ */ Symbol.for("pv"), o4 = 0;
  function a4(t4, e4, n3, u4, a5, i4) {
    e4 || (e4 = {});
    var c4, l4, p5 = e4;
    if ("ref" in p5 && typeof t4 != "function") for (l4 in p5 = {}, e4) l4 == "ref" ? c4 = e4[l4] : p5[l4] = e4[l4];
    var s4 = { type: t4, props: p5, key: n3, ref: c4, __k: null, __: null, __b: 0, __e: null, __c: null, constructor: f4, __v: --o4, __i: -1, __u: 0 };
    return (a5 || i4) && (s4.__source = a5, s4.__self = i4), n.vnode && n.vnode(s4), s4;
  }

  // extension/src/panel/view/bits.tsx
  var PATHS = {
    stop: "M6 6h12v12H6z",
    panic: "M8.3 3h7.4L21 8.3v7.4L15.7 21H8.3L3 15.7V8.3zM12 8v5M12 16.2v.3",
    check: "M5 12.5l4.5 4.5L19 7.5",
    cross: "M6 6l12 12M18 6L6 18",
    back: "M15 5l-7 7 7 7",
    next: "M9 5l7 7-7 7",
    more: "M5 12h.01M12 12h.01M19 12h.01",
    lock: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
    find: "M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM15.5 15.5L20 20",
    table: "M4 5h16v14H4zM4 10h16M4 14.5h16M10 10v9",
    lines: "M5 6h14M5 11h14M5 16h8",
    send: "M12 19V6M6 11.5L12 5.5l6 6",
    link: "M10 14a4 4 0 0 0 6 .4l2.6-2.6a4 4 0 0 0-5.7-5.7L11.5 7.500M14 10a4 4 0 0 0-6-.4l-2.600 2.600a4 4 0 0 0 5.700 5.700L12.500 16.500",
    hand: "M8 12V6.500a1.500 1.500 0 0 1 3 0V11M11 10.500V5a1.500 1.500 0 0 1 3 0v5.500M14 11V6.500a1.500 1.500 0 0 1 3 0V14c0 4-2.500 6.500-6 6.500-2.700 0-4.200-1.300-5.500-3.700L4 13.500c-.5-1.200 1.200-2.200 2.200-1L8 14.500",
    shield: "M12 3l7.500 3v5.500c0 4.500-3 8-7.500 9.500-4.500-1.500-7.500-5-7.500-9.500V6z",
    alert: "M12 4l9 16H3zM12 10v4.500M12 17.200v.3",
    mask: "M3 8c6-3 12-3 18 0 0 6-3 9-5.500 9-1.700 0-2.300-2-3.500-2s-1.800 2-3.500 2C6 17 3 14 3 8zM7.500 11h2M14.500 11h2",
    plug: "M9 3v5M15 3v5M6.500 8h11v3a5.500 5.500 0 0 1-11 0zM12 16.500V21",
    eye: "M2.500 12C5 7.500 8.300 5.500 12 5.500s7 2 9.500 6.500c-2.500 4.500-5.800 6.500-9.500 6.500s-7-2-9.500-6.500zM12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6z",
    clock: "M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16zM12 8v4.500l3 2"
  };
  function Icon({ name }) {
    return /* @__PURE__ */ a4("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false", children: /* @__PURE__ */ a4("path", { d: PATHS[name] }) });
  }
  function Mark() {
    return /* @__PURE__ */ a4("svg", { class: "mark", viewBox: "0 0 32 32", "aria-hidden": "true", focusable: "false", children: [
      /* @__PURE__ */ a4("rect", { class: "mark-ground", x: "0", y: "0", width: "32", height: "32", rx: "9" }),
      /* @__PURE__ */ a4("path", { class: "mark-line", d: "M4.500 27c7-3.600 16-3.600 23 0" }),
      /* @__PURE__ */ a4(
        "path",
        {
          class: "mark-fill",
          d: "M10 9.500C12 7.200 20 7.200 22 9.500l.8 6.500c.3 3-1.300 4.200-2.300 5.700-.9 1.400-2.300 2.300-4.500 2.300s-3.600-.9-4.500-2.300c-1-1.500-2.600-2.700-2.300-5.700z"
        }
      ),
      /* @__PURE__ */ a4(
        "path",
        {
          class: "mark-ear",
          d: "M11.300 7.800C8.200 6.600 5.500 8.600 5 12.300c-.3 2.600.5 5 1.900 5.400 2 .5 2.600-2.200 3-4.300.4-2.200 1.300-3.600 2.600-4.500z"
        }
      ),
      /* @__PURE__ */ a4(
        "path",
        {
          class: "mark-ear",
          d: "M20.700 7.800c3.100-1.200 5.800.8 6.300 4.500.3 2.600-.5 5-1.900 5.400-2 .5-2.600-2.200-3-4.300-.4-2.200-1.300-3.600-2.600-4.500z"
        }
      ),
      /* @__PURE__ */ a4("circle", { class: "mark-ground", cx: "13", cy: "14.300", r: "1.300" }),
      /* @__PURE__ */ a4("circle", { class: "mark-ground", cx: "19", cy: "14.300", r: "1.300" }),
      /* @__PURE__ */ a4("ellipse", { class: "mark-ground", cx: "16", cy: "19.300", rx: "2.300", ry: "1.700" })
    ] });
  }
  function Act({
    label,
    onAct,
    icon,
    look = "plain",
    hint,
    disabled,
    bare,
    type = "button"
  }) {
    return /* @__PURE__ */ a4(
      "button",
      {
        type,
        class: `act ${look}${bare === !0 ? " bare" : ""}`,
        disabled: disabled === !0,
        ...hint === void 0 ? {} : { title: hint },
        ...bare === !0 ? { "aria-label": label } : {},
        onClick: (event) => {
          isPersons(event) && onAct();
        },
        children: [
          icon !== void 0 && /* @__PURE__ */ a4(Icon, { name: icon }),
          bare !== !0 && /* @__PURE__ */ a4("span", { children: label })
        ]
      }
    );
  }
  function Exact({ text }) {
    return text === "" ? /* @__PURE__ */ a4("em", { class: "empty", children: words.emptyValue }) : /* @__PURE__ */ a4("bdi", { class: "exact", dir: "auto", children: exactly(text).map(
      (piece, at) => piece.named ? /* @__PURE__ */ a4("span", { class: "named", children: piece.text }, at) : piece.text
    ) });
  }
  function PageWords({ text, note }) {
    return /* @__PURE__ */ a4($, { children: [
      /* @__PURE__ */ a4("q", { class: "page-words", title: words.pageWords, children: /* @__PURE__ */ a4(Exact, { text }) }),
      note !== void 0 && /* @__PURE__ */ a4("small", { children: [
        " ",
        note
      ] })
    ] });
  }
  function Origin({ of }) {
    return /* @__PURE__ */ a4("bdi", { class: "origin", dir: "ltr", children: of });
  }
  function Code({ code }) {
    return /* @__PURE__ */ a4("code", { class: "code", children: code });
  }
  function Card(props) {
    return /* @__PURE__ */ a4("section", { class: `card ${props.look ?? ""}`, "aria-label": props.label, children: props.children });
  }
  function Fact({ name, children }) {
    return /* @__PURE__ */ a4("div", { class: "fact", children: [
      /* @__PURE__ */ a4("dt", { children: name }),
      /* @__PURE__ */ a4("dd", { children })
    ] });
  }
  function hostOf(origin) {
    let at = origin.indexOf("://");
    return at === -1 ? origin : origin.slice(at + 3);
  }

  // extension/src/panel/view/answer.tsx
  function Answer({ finished, sensitive, deeds: deeds2 }) {
    let { assistant, places, took } = finished, blocks = shown(
      assistant.render,
      places.map((place) => place.url)
    ), title = oneLine(assistant.title ?? ""), titled = title !== "" && blocks[0]?.kind !== "heading";
    return /* @__PURE__ */ a4(Card, { label: words.answerTitle, look: "answer", children: [
      /* @__PURE__ */ a4("div", { class: "document", children: [
        titled && /* @__PURE__ */ a4("h2", { children: title }),
        /* @__PURE__ */ a4(Blocks, { blocks, sensitive, deeds: deeds2 })
      ] }),
      /* @__PURE__ */ a4(Missing, { title: words.unanswered, lines: finished.missing ?? [] }),
      /* @__PURE__ */ a4(Missing, { title: words.undone, lines: finished.undone ?? [] }),
      places.length > 0 && /* @__PURE__ */ a4("div", { class: "sources", children: [
        /* @__PURE__ */ a4("h3", { children: words.sources }),
        sensitive && /* @__PURE__ */ a4("p", { class: "note", children: words.sensitiveLinks }),
        /* @__PURE__ */ a4("ol", { children: places.map((place, at) => /* @__PURE__ */ a4("li", { children: /* @__PURE__ */ a4(Source, { place, sensitive, deeds: deeds2 }) }, at)) })
      ] }),
      (finished.files ?? []).length > 0 && /* @__PURE__ */ a4("div", { class: "sources", children: [
        /* @__PURE__ */ a4("h3", { children: words.files }),
        /* @__PURE__ */ a4("ul", { class: "plain-list", children: (finished.files ?? []).map((file) => /* @__PURE__ */ a4("li", { children: [
          oneLine(file.name),
          " ",
          /* @__PURE__ */ a4("small", { children: [
            "(",
            file.bytes,
            " bytes) ",
            words.fileNote
          ] })
        ] }, file.id)) })
      ] }),
      /* @__PURE__ */ a4("footer", { class: "took", children: [
        /* @__PURE__ */ a4("span", { children: [
          words.took(took.steps, took.asks, took.pages, took.ms / 1e3),
          "; ",
          oneLine(finished.method)
        ] }),
        /* @__PURE__ */ a4(Act, { label: words.copyAnswer, look: "quiet", onAct: () => deeds2.copy(plainText(blocks)) })
      ] })
    ] });
  }
  function Missing({ title, lines }) {
    return lines.length === 0 ? null : /* @__PURE__ */ a4("div", { class: "missing", children: [
      /* @__PURE__ */ a4("h3", { children: title }),
      /* @__PURE__ */ a4("ul", { children: lines.map((line, at) => /* @__PURE__ */ a4("li", { children: oneLine(line) }, at)) })
    ] });
  }
  function Source({ place, sensitive, deeds: deeds2 }) {
    let address = webAddress(place.url);
    return /* @__PURE__ */ a4($, { children: [
      /* @__PURE__ */ a4("q", { class: "quote", children: oneLine(place.quote).replace(/[“”]/g, '"') }),
      /* @__PURE__ */ a4("span", { class: "source-place", children: [
        address !== null ? /* @__PURE__ */ a4(Origin, { of: address.origin }) : place.url === null ? /* @__PURE__ */ a4("small", { children: words.noPlace }) : /* @__PURE__ */ a4("small", { children: words.copyOnly }),
        /* @__PURE__ */ a4("span", { class: "acts", children: [
          address !== null && !sensitive && /* @__PURE__ */ a4(Act, { label: words.open, look: "quiet", hint: address.href, onAct: () => deeds2.openLink(address.href) }),
          place.url !== null && /* @__PURE__ */ a4(Act, { label: words.copyLink, look: "quiet", onAct: () => deeds2.copy(place.url ?? "") })
        ] })
      ] })
    ] });
  }
  function Blocks({ blocks, sensitive, deeds: deeds2 }) {
    return /* @__PURE__ */ a4($, { children: blocks.map((block, at) => /* @__PURE__ */ a4(Block, { block, sensitive, deeds: deeds2 }, at)) });
  }
  function Block({ block, sensitive, deeds: deeds2 }) {
    let line = (of) => /* @__PURE__ */ a4(Inlines, { line: of, sensitive, deeds: deeds2 });
    switch (block.kind) {
      case "heading":
        return k(`h${Math.min(6, block.level + 1)}`, null, line(block.line));
      case "paragraph":
        return /* @__PURE__ */ a4("p", { children: line(block.line) });
      case "list":
        return k(
          block.ordered ? "ol" : "ul",
          null,
          block.items.map((item, at) => /* @__PURE__ */ a4("li", { children: /* @__PURE__ */ a4(Blocks, { blocks: item, sensitive, deeds: deeds2 }) }, at))
        );
      case "quote":
        return /* @__PURE__ */ a4("blockquote", { children: /* @__PURE__ */ a4(Blocks, { blocks: block.blocks, sensitive, deeds: deeds2 }) });
      case "code":
        return /* @__PURE__ */ a4("pre", { tabIndex: 0, children: /* @__PURE__ */ a4("code", { children: block.text }) });
      case "table": {
        let rows2 = (of) => of.map((row, at) => /* @__PURE__ */ a4("tr", { children: row.map(
          (cell, n3) => cell.header ? /* @__PURE__ */ a4("th", { children: line(cell.line) }, n3) : /* @__PURE__ */ a4("td", { children: line(cell.line) }, n3)
        ) }, at));
        return /* @__PURE__ */ a4("div", { class: "table", role: "group", "aria-label": words.extractTable, tabIndex: 0, children: /* @__PURE__ */ a4("table", { children: [
          block.head.length > 0 && /* @__PURE__ */ a4("thead", { children: rows2(block.head) }),
          block.body.length > 0 && /* @__PURE__ */ a4("tbody", { children: rows2(block.body) })
        ] }) });
      }
    }
  }
  function Inlines({ line, sensitive, deeds: deeds2 }) {
    return /* @__PURE__ */ a4($, { children: line.map((piece, at) => {
      if (piece.kind === "text") return piece.text;
      let open = () => sensitive ? deeds2.copy(piece.href) : deeds2.openLink(piece.href);
      return /* @__PURE__ */ a4("span", { class: "named-link", children: [
        piece.label,
        " ",
        /* @__PURE__ */ a4(
          Act,
          {
            label: `${sensitive ? words.copyLink : words.open}: ${piece.to}`,
            look: "quiet",
            hint: piece.href,
            onAct: open
          }
        )
      ] }, at);
    }) });
  }
  function plainText(blocks) {
    let line = (of) => of.map((piece) => piece.kind === "text" ? piece.text : piece.label).join(""), one = (block) => {
      switch (block.kind) {
        case "heading":
        case "paragraph":
          return line(block.line);
        case "list":
          return block.items.map((item, at) => `${block.ordered ? `${at + 1}.` : "-"} ${item.map(one).join(`
`)}`).join(`
`);
        case "quote":
          return block.blocks.map((inner) => `> ${one(inner)}`).join(`
`);
        case "code":
          return block.text;
        case "table":
          return [...block.head, ...block.body].map((row) => row.map((cell) => line(cell.line)).join("	")).join(`
`);
      }
    };
    return blocks.map(one).join(`

`);
  }

  // extension/src/panel/view/approval.tsx
  function Approval({ run, asked, deeds: deeds2 }) {
    let face = faceOf(run, asked);
    return /* @__PURE__ */ a4(Asked, { face, asked, onAnswer: (reply) => deeds2.answer(run, asked.card.requestId, asked.card.digest, reply) }, face);
  }
  function Asked({
    face,
    asked,
    onAnswer
  }) {
    let { card, said: said2 } = asked, armed = useArming(face);
    return /* @__PURE__ */ a4("section", { class: "asks", "aria-label": `${words.asks}: ${mayLaika(card.tool)}`, children: /* @__PURE__ */ a4("div", { class: "asks-frame", children: [
      /* @__PURE__ */ a4(Signature, {}),
      /* @__PURE__ */ a4("h2", { children: mayLaika(card.tool) }),
      /* @__PURE__ */ a4(Facts, { card }),
      (card.untrusted || card.leavesAtOnce) && /* @__PURE__ */ a4("div", { class: "cautions", children: [
        card.leavesAtOnce && /* @__PURE__ */ a4("p", { children: words.atOnce }),
        card.untrusted && /* @__PURE__ */ a4("p", { children: words.careful })
      ] }),
      /* @__PURE__ */ a4("div", { class: "asks-answers", children: [
        /* @__PURE__ */ a4(Act, { label: words.deny, icon: "cross", disabled: said2, onAct: () => onAnswer("no") }),
        /* @__PURE__ */ a4(Yes, { label: words.allowOnce, armed, said: said2, onYes: () => onAnswer("once") }),
        card.offer !== null && /* @__PURE__ */ a4(
          Yes,
          {
            label: words.allowKind(card.offer.what, card.offer.uses, card.offer.minutes),
            armed,
            said: said2,
            wide: !0,
            onYes: () => onAnswer("offered")
          }
        )
      ] }),
      said2 && /* @__PURE__ */ a4("p", { class: "asks-sent", children: words.sent })
    ] }) });
  }
  function Signature() {
    return /* @__PURE__ */ a4("div", { class: "signature", title: words.askMark, children: [
      /* @__PURE__ */ a4(Mark, {}),
      /* @__PURE__ */ a4("span", { children: words.asks })
    ] });
  }
  function Facts({ card }) {
    return /* @__PURE__ */ a4("dl", { class: "facts", children: [
      card.origin !== null && /* @__PURE__ */ a4(Fact, { name: words.where, children: /* @__PURE__ */ a4(Origin, { of: card.origin }) }),
      card.target !== null && /* @__PURE__ */ a4(Fact, { name: words.element, children: /* @__PURE__ */ a4(PageWords, { text: card.target, note: `(${words.soCalled})` }) }),
      card.values.map((value, at) => /* @__PURE__ */ a4(Fact, { name: valueName(value.name), children: /* @__PURE__ */ a4(Value, { value }) }, at)),
      card.sends !== null && /* @__PURE__ */ a4(Fact, { name: words.sends, children: /* @__PURE__ */ a4(FormOf, { form: card.sends }) }),
      (card.requests ?? []).length > 0 && /* @__PURE__ */ a4(Fact, { name: words.requests, children: [
        /* @__PURE__ */ a4("ul", { class: "plain-list", children: (card.requests ?? []).map((request, at) => /* @__PURE__ */ a4("li", { children: /* @__PURE__ */ a4(Exact, { text: request }) }, at)) }),
        /* @__PURE__ */ a4("small", { children: words.keptFrom })
      ] }),
      /* @__PURE__ */ a4(Fact, { name: words.reason, children: [
        reason(card.reasonCode, card.reason),
        " ",
        /* @__PURE__ */ a4(Code, { code: card.reasonCode }),
        card.more.map((more, at) => /* @__PURE__ */ a4("span", { class: "also", children: [
          words.also,
          ": ",
          more
        ] }, at))
      ] })
    ] });
  }
  function Value({ value }) {
    let hidden = exactly(value.value).some((piece) => piece.named && piece.text !== "⏎");
    return /* @__PURE__ */ a4($, { children: [
      /* @__PURE__ */ a4(
        "div",
        {
          class: "value",
          role: "group",
          "aria-label": valueName(value.name),
          tabIndex: value.value.length > 240 ? 0 : void 0,
          children: /* @__PURE__ */ a4(Exact, { text: value.value })
        }
      ),
      /* @__PURE__ */ a4("small", { class: isOwn(value.source) ? "from" : "from foreign", children: [
        words.from,
        " ",
        source(value.source)
      ] }),
      hidden && /* @__PURE__ */ a4("small", { class: "from foreign", children: words.hiddenNote })
    ] });
  }
  function FormOf({ form }) {
    return /* @__PURE__ */ a4($, { children: [
      /* @__PURE__ */ a4("div", { class: "value", children: [
        /* @__PURE__ */ a4("b", { children: form.method.toUpperCase() }),
        " ",
        words.sendsTo,
        " ",
        /* @__PURE__ */ a4(Exact, { text: form.to })
      ] }),
      /* @__PURE__ */ a4("small", { children: [
        words.fields,
        " ",
        form.fields.length === 0 ? words.noFields : form.fields.map((field, at) => /* @__PURE__ */ a4("span", { class: "field", children: /* @__PURE__ */ a4(Exact, { text: field }) }, at))
      ] })
    ] });
  }
  function Yes({ label, armed, said: said2, wide, onYes }) {
    let pressed = T2(!1), ready = armed();
    return /* @__PURE__ */ a4(
      "button",
      {
        type: "button",
        class: `act yes${wide === !0 ? " wide" : " primary"}`,
        disabled: said2 || !ready,
        onPointerDown: (event) => pressed.current = isPersons(event) && armed(),
        onClick: (event) => {
          let begun = event.detail === 0 || pressed.current;
          pressed.current = !1, isPersons(event) && begun && !said2 && armed() && onYes();
        },
        children: [
          /* @__PURE__ */ a4("span", { children: label }),
          !ready && !said2 && /* @__PURE__ */ a4("span", { class: "arming", "aria-hidden": "true" })
        ]
      }
    );
  }
  function useArming(face) {
    let standing = T2(null), [, redraw] = d2(0);
    return standing.current = stand(standing.current, face, performance.now()), A2(() => {
      let timer = 0, wait = () => {
        clearTimeout(timer), standing.current !== null && (timer = window.setTimeout(() => redraw((n3) => n3 + 1), armedIn(standing.current, performance.now()) + 1));
      }, restart = () => {
        standing.current = { face, since: performance.now() }, redraw((n3) => n3 + 1), wait();
      };
      return wait(), document.addEventListener("visibilitychange", restart), window.addEventListener("resize", restart), () => {
        clearTimeout(timer), document.removeEventListener("visibilitychange", restart), window.removeEventListener("resize", restart);
      };
    }, [face]), () => isArmed(standing.current, performance.now());
  }

  // extension/src/panel/view/authorise.tsx
  function Authorise(props) {
    let face = JSON.stringify([props.run, props.digest, props.summary]);
    return /* @__PURE__ */ a4(Shown, { face, ...props }, face);
  }
  function Shown({ face, run, digest, summary, sent, deeds: deeds2 }) {
    let armed = useArming(face);
    return /* @__PURE__ */ a4("section", { class: "asks", "aria-label": `${words.asks}: ${words.authTitle}`, children: /* @__PURE__ */ a4("div", { class: "asks-frame", children: [
      /* @__PURE__ */ a4(Signature, {}),
      /* @__PURE__ */ a4("h2", { children: words.authTitle }),
      /* @__PURE__ */ a4(Summary, { summary }),
      /* @__PURE__ */ a4("p", { class: "note", children: words.authOnce }),
      /* @__PURE__ */ a4("div", { class: "asks-answers", children: [
        /* @__PURE__ */ a4(Act, { label: words.notNow, disabled: sent, onAct: () => deeds2.decline(run) }),
        /* @__PURE__ */ a4(
          Yes,
          {
            label: words.authorize,
            armed,
            said: sent,
            onYes: () => deeds2.authorise(run, digest, summary.origins)
          }
        )
      ] }),
      sent && /* @__PURE__ */ a4("p", { class: "asks-sent", children: words.sent })
    ] }) });
  }
  function Summary({ summary }) {
    return /* @__PURE__ */ a4("dl", { class: "facts", children: [
      /* @__PURE__ */ a4(Fact, { name: words.authWhere, children: [
        summary.origins.map((origin) => /* @__PURE__ */ a4("div", { children: /* @__PURE__ */ a4(Origin, { of: origin }) }, origin)),
        /* @__PURE__ */ a4("div", { children: summary.target.tabId === null ? words.authNewTab : words.authTab })
      ] }),
      /* @__PURE__ */ a4(Fact, { name: words.authMode, children: [
        /* @__PURE__ */ a4("b", { children: modes[summary.mode].name }),
        /* @__PURE__ */ a4(Lines, { lines: summary.categories, title: words.authMay })
      ] }),
      /* @__PURE__ */ a4(Fact, { name: words.authAsks, children: [
        /* @__PURE__ */ a4(Lines, { lines: summary.always_asks }),
        /* @__PURE__ */ a4(Lines, { lines: summary.gestures, title: words.authGestures })
      ] }),
      /* @__PURE__ */ a4(Fact, { name: words.authKept, children: /* @__PURE__ */ a4(Lines, { lines: summary.kept }) }),
      /* @__PURE__ */ a4(Fact, { name: words.authModel, children: oneLine(summary.model) }),
      /* @__PURE__ */ a4(Fact, { name: words.authStop, children: /* @__PURE__ */ a4(Lines, { lines: summary.stop }) })
    ] });
  }
  function Lines({ lines, title }) {
    return lines.length === 0 ? null : /* @__PURE__ */ a4($, { children: [
      title !== void 0 && /* @__PURE__ */ a4("small", { class: "lines-title", children: title }),
      /* @__PURE__ */ a4("ul", { class: "plain-list", children: lines.map((line, at) => /* @__PURE__ */ a4("li", { children: oneLine(line) }, at)) })
    ] });
  }

  // extension/src/panel/view/home.tsx
  function Welcome({ front }) {
    return /* @__PURE__ */ a4("div", { class: "welcome", children: [
      /* @__PURE__ */ a4(Mark, {}),
      /* @__PURE__ */ a4("h1", { children: words.homeTitle }),
      /* @__PURE__ */ a4("p", { children: words.homeLead }),
      front !== null && front.title !== "" && /* @__PURE__ */ a4("p", { class: "page-title", children: [
        words.pageTitle,
        " ",
        /* @__PURE__ */ a4(PageWords, { text: front.title })
      ] })
    ] });
  }
  function Composer({ draft, compact, deeds: deeds2 }) {
    let [text, setText] = d2(""), [finding, setFinding] = d2(!1), field = T2(null);
    A2(() => {
      draft !== null && (setText(draft), field.current?.focus(), deeds2.draftTaken());
    }, [draft]);
    let send2 = () => {
      let said2 = text.trim();
      return said2 === "" ? field.current?.focus() : (setText(""), setFinding(!1), finding ? deeds2.find(said2) : deeds2.ask(said2));
    };
    return /* @__PURE__ */ a4(
      "form",
      {
        class: "composer",
        onSubmit: (event) => {
          event.preventDefault(), isPersons(event) && send2();
        },
        children: [
          !compact && /* @__PURE__ */ a4("div", { class: "chips", children: [
            /* @__PURE__ */ a4(Act, { label: words.summarize, hint: words.summarizeHint, icon: "lines", look: "primary", onAct: deeds2.summarize }),
            /* @__PURE__ */ a4(Act, { label: words.extractTable, icon: "table", onAct: deeds2.extractTable }),
            /* @__PURE__ */ a4(
              "button",
              {
                type: "button",
                class: "act plain",
                "aria-pressed": finding,
                onClick: () => {
                  setFinding(!finding), field.current?.focus();
                },
                children: [
                  /* @__PURE__ */ a4(Icon, { name: "find" }),
                  /* @__PURE__ */ a4("span", { children: words.findOnPage })
                ]
              }
            )
          ] }),
          /* @__PURE__ */ a4("div", { class: "field-row", children: [
            /* @__PURE__ */ a4(
              "textarea",
              {
                ref: field,
                rows: compact ? 1 : 2,
                "aria-label": words.ask,
                placeholder: finding ? words.findPlaceholder : words.askPlaceholder,
                value: text,
                onInput: (event) => setText(event.currentTarget.value),
                onKeyDown: (event) => {
                  event.key !== "Enter" || event.shiftKey || event.isComposing || (event.preventDefault(), isPersons(event) && send2());
                }
              }
            ),
            /* @__PURE__ */ a4(
              "button",
              {
                type: "submit",
                class: "act primary bare send",
                "aria-label": words.send,
                title: words.send,
                disabled: text.trim() === "",
                children: /* @__PURE__ */ a4(Icon, { name: "send" })
              }
            )
          ] })
        ]
      }
    );
  }
  function WantsToAct({ goal, deeds: deeds2 }) {
    return /* @__PURE__ */ a4(Card, { label: words.actTitle, look: "prompt", children: [
      /* @__PURE__ */ a4("h2", { children: words.actTitle }),
      /* @__PURE__ */ a4("p", { class: "goal", children: goal }),
      /* @__PURE__ */ a4("p", { children: words.actText }),
      /* @__PURE__ */ a4("div", { class: "acts column", children: [
        /* @__PURE__ */ a4(Act, { label: words.connect, icon: "plug", look: "primary", onAct: () => deeds2.connect(goal) }),
        /* @__PURE__ */ a4(Act, { label: words.openWorkspace, onAct: () => deeds2.openInWorkspace(goal, null) }),
        /* @__PURE__ */ a4(Act, { label: words.readInstead, look: "quiet", onAct: () => deeds2.readOnly(goal) }),
        /* @__PURE__ */ a4(Act, { label: words.close, look: "quiet", onAct: deeds2.dropAct })
      ] })
    ] });
  }

  // extension/src/panel/view/onboarding.tsx
  function Onboarding({ front, deeds: deeds2 }) {
    let [step, setStep] = d2(1);
    return /* @__PURE__ */ a4("div", { class: "onboarding", children: [
      /* @__PURE__ */ a4(Mark, {}),
      /* @__PURE__ */ a4("p", { class: "step-of", children: words.stepOf(step, 2) }),
      step === 1 ? /* @__PURE__ */ a4(Modes, { onNext: () => setStep(2) }) : /* @__PURE__ */ a4(ThisSite, { front, deeds: deeds2 })
    ] });
  }
  function Modes({ onNext }) {
    return /* @__PURE__ */ a4($, { children: [
      /* @__PURE__ */ a4("h1", { children: words.hello }),
      /* @__PURE__ */ a4("p", { children: words.helloLead }),
      /* @__PURE__ */ a4("h2", { children: words.helloModes }),
      /* @__PURE__ */ a4("dl", { class: "modes", children: Object.keys(modes).map((mode) => /* @__PURE__ */ a4("div", { children: [
        /* @__PURE__ */ a4("dt", { children: modes[mode].name }),
        /* @__PURE__ */ a4("dd", { children: modes[mode].text })
      ] }, mode)) }),
      /* @__PURE__ */ a4("h2", { children: words.helloConnect }),
      /* @__PURE__ */ a4("p", { children: words.helloConnectText }),
      /* @__PURE__ */ a4("div", { class: "acts column", children: /* @__PURE__ */ a4(Act, { label: words.next, look: "primary", onAct: onNext }) })
    ] });
  }
  function ThisSite({ front, deeds: deeds2 }) {
    let known = front !== null && front.origin !== "", can = known && front.access === "needed";
    return /* @__PURE__ */ a4($, { children: [
      /* @__PURE__ */ a4("h1", { children: words.helloSite }),
      known && /* @__PURE__ */ a4("p", { children: /* @__PURE__ */ a4(Origin, { of: front.origin }) }),
      /* @__PURE__ */ a4("p", { children: can ? words.helloSiteText : known ? words.helloGranted : words.helloNoSite }),
      /* @__PURE__ */ a4("div", { class: "acts column", children: [
        can && /* @__PURE__ */ a4(
          Act,
          {
            label: words.enable,
            look: "primary",
            onAct: () => {
              deeds2.enable(front.origin), deeds2.onboarded();
            }
          }
        ),
        /* @__PURE__ */ a4(Act, { label: words.stayReadOnly, look: can ? "plain" : "primary", onAct: deeds2.onboarded })
      ] })
    ] });
  }

  // extension/src/panel/view/palette.tsx
  function Palette({ commands: commands2, onClose }) {
    let dialog = T2(null), [typed, setTyped] = d2(""), [at, setAt] = d2(0), found = matching(commands2, typed), chosen = Math.min(at, Math.max(0, found.length - 1));
    A2(() => dialog.current?.showModal(), []), A2(() => document.getElementById(`command-${chosen}`)?.scrollIntoView({ block: "nearest" }), [chosen]);
    let run = (command) => {
      command !== void 0 && (onClose(), command.act());
    }, onKey = (event) => {
      let step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
      step !== 0 && found.length > 0 ? (event.preventDefault(), setAt((chosen + step + found.length) % found.length)) : event.key === "Enter" && !event.isComposing && (event.preventDefault(), isPersons(event) && run(found[chosen]));
    };
    return /* @__PURE__ */ a4(
      "dialog",
      {
        ref: dialog,
        class: "palette",
        "aria-label": words.palette,
        onClose,
        onClick: (event) => event.target === dialog.current && onClose(),
        children: /* @__PURE__ */ a4("div", { class: "palette-body", children: [
          /* @__PURE__ */ a4(
            "input",
            {
              type: "text",
              role: "combobox",
              "aria-expanded": "true",
              "aria-controls": "commands",
              "aria-label": words.palettePlaceholder,
              "aria-autocomplete": "list",
              ...found.length > 0 ? { "aria-activedescendant": `command-${chosen}` } : {},
              placeholder: words.palettePlaceholder,
              value: typed,
              onInput: (event) => {
                setTyped(event.currentTarget.value), setAt(0);
              },
              onKeyDown: onKey
            }
          ),
          /* @__PURE__ */ a4("ul", { id: "commands", role: "listbox", "aria-label": words.palette, children: found.map((command, index) => /* @__PURE__ */ a4(
            "li",
            {
              id: `command-${index}`,
              role: "option",
              "aria-selected": index === chosen,
              onClick: (event) => {
                isPersons(event) && run(command);
              },
              children: [
                /* @__PURE__ */ a4(Icon, { name: command.icon }),
                /* @__PURE__ */ a4("span", { children: command.label })
              ]
            },
            command.id
          )) }),
          found.length === 0 && /* @__PURE__ */ a4("p", { class: "nothing", children: words.paletteNone })
        ] })
      }
    );
  }

  // extension/src/panel/view/places.tsx
  function Place({
    icon,
    title,
    children
  }) {
    return /* @__PURE__ */ a4("div", { class: "place", children: [
      /* @__PURE__ */ a4("div", { class: "place-icon", children: icon === null ? /* @__PURE__ */ a4(Mark, {}) : /* @__PURE__ */ a4(Icon, { name: icon }) }),
      /* @__PURE__ */ a4("h1", { children: title }),
      children
    ] });
  }
  function Connecting() {
    return /* @__PURE__ */ a4("div", { class: "place", children: [
      /* @__PURE__ */ a4("div", { class: "place-icon breathing", children: /* @__PURE__ */ a4(Mark, {}) }),
      /* @__PURE__ */ a4("h1", { children: words.connecting })
    ] });
  }
  function Offline({ link, deeds: deeds2 }) {
    return /* @__PURE__ */ a4(Place, { icon: "plug", title: words.offlineTitle, children: [
      /* @__PURE__ */ a4("p", { children: words.offlineText }),
      link.sentence !== void 0 && /* @__PURE__ */ a4("p", { class: "note", children: oneLine(link.sentence) }),
      /* @__PURE__ */ a4("div", { class: "acts column", children: /* @__PURE__ */ a4(Act, { label: words.openLaika, look: "primary", onAct: deeds2.openLaika }) })
    ] });
  }
  function Locked({ deeds: deeds2 }) {
    return /* @__PURE__ */ a4(Place, { icon: "lock", title: words.lockedTitle, children: [
      /* @__PURE__ */ a4("p", { children: words.lockedText }),
      /* @__PURE__ */ a4("p", { class: "note", children: [
        words.lockedHow,
        " ",
        /* @__PURE__ */ a4("code", { class: "command", children: words.lockedCommand })
      ] }),
      /* @__PURE__ */ a4("div", { class: "acts column", children: /* @__PURE__ */ a4(Act, { label: words.unlock, look: "primary", onAct: deeds2.unlock }) })
    ] });
  }
  function Update({ link, deeds: deeds2 }) {
    return /* @__PURE__ */ a4(Place, { icon: "alert", title: words.updateTitle, children: [
      /* @__PURE__ */ a4("p", { children: link.sentence === void 0 ? words.updateText : oneLine(link.sentence) }),
      link.laika !== void 0 && /* @__PURE__ */ a4("p", { class: "note", children: [
        "Laika ",
        oneLine(link.laika)
      ] }),
      /* @__PURE__ */ a4("div", { class: "acts column", children: /* @__PURE__ */ a4(Act, { label: words.tryAgain, onAct: deeds2.openLaika }) })
    ] });
  }
  function Restricted() {
    return /* @__PURE__ */ a4(Place, { icon: "shield", title: words.restrictedTitle, children: /* @__PURE__ */ a4("p", { children: words.restrictedText }) });
  }
  function Needed({ front, refused, deeds: deeds2 }) {
    let known = front.origin !== "";
    return /* @__PURE__ */ a4(Place, { icon: "eye", title: words.neededTitle, children: [
      known && /* @__PURE__ */ a4("p", { children: /* @__PURE__ */ a4(Origin, { of: front.origin }) }),
      /* @__PURE__ */ a4("p", { children: known ? words.neededText : words.unknownSite }),
      refused && /* @__PURE__ */ a4("p", { class: "trouble", children: words.refusedAccess }),
      /* @__PURE__ */ a4("div", { class: "acts column", children: [
        known && /* @__PURE__ */ a4(Act, { label: words.enable, icon: "eye", look: "primary", onAct: () => deeds2.enable(front.origin) }),
        refused && known && /* @__PURE__ */ a4(Act, { label: words.openWorkspace, onAct: () => deeds2.openInWorkspace(null, front.url) }),
        refused && known && /* @__PURE__ */ a4(Act, { label: words.copyLink, onAct: () => deeds2.copy(front.url) }),
        /* @__PURE__ */ a4(Act, { label: words.copyInstructions, look: "quiet", onAct: () => deeds2.copy(words.instructions) })
      ] }),
      refused && /* @__PURE__ */ a4("p", { class: "note", children: words.instructions })
    ] });
  }
  function PrivateBanner() {
    return /* @__PURE__ */ a4("div", { class: "banner private", children: [
      /* @__PURE__ */ a4(Icon, { name: "mask" }),
      /* @__PURE__ */ a4("p", { children: [
        /* @__PURE__ */ a4("b", { children: words.privateTitle }),
        " ",
        words.privateText
      ] })
    ] });
  }

  // extension/src/panel/view/waiting.tsx
  function Waiting({ run, deeds: deeds2, resumable, isLockedOut: isLockedOut2 }) {
    let lost = isLockedOut2 || run.state?.lastReasonCode === "E_NO_SITE_ACCESS" ? run.site : null;
    return run.conflict !== null ? /* @__PURE__ */ a4(Conflict, { run, deeds: deeds2 }) : run.candidates.length > 0 ? /* @__PURE__ */ a4(Candidates, { run, deeds: deeds2 }) : /* @__PURE__ */ a4($, { children: [
      run.handoff !== null && /* @__PURE__ */ a4(Handoff, { run }),
      resumable && lost !== null && /* @__PURE__ */ a4(Act, { label: words.restore, icon: "lock", look: "primary", onAct: () => deeds2.enable(lost) }),
      resumable && run.question !== null && /* @__PURE__ */ a4(Question, { run, deeds: deeds2 }),
      resumable && run.question === null && /* @__PURE__ */ a4(GoOn, { run, deeds: deeds2, second: lost !== null }),
      run.offers.length > 0 && /* @__PURE__ */ a4(Ladder, { run, deeds: deeds2 })
    ] });
  }
  function Question({ run, deeds: deeds2 }) {
    let [text, setText] = d2("");
    return /* @__PURE__ */ a4(
      "form",
      {
        class: "question",
        onSubmit: (event) => {
          event.preventDefault(), isPersons(event) && text.trim() !== "" && deeds2.resume(run.id, text.trim());
        },
        children: [
          /* @__PURE__ */ a4("h2", { children: words.question }),
          /* @__PURE__ */ a4("p", { class: "asked", children: oneLine(run.question ?? "") }),
          /* @__PURE__ */ a4("label", { children: [
            /* @__PURE__ */ a4("span", { class: "unseen", children: words.questionPlaceholder }),
            /* @__PURE__ */ a4(
              "textarea",
              {
                rows: 2,
                placeholder: words.questionPlaceholder,
                value: text,
                onInput: (event) => setText(event.currentTarget.value)
              }
            )
          ] }),
          /* @__PURE__ */ a4("div", { class: "acts", children: [
            /* @__PURE__ */ a4("button", { type: "submit", class: "act primary", disabled: text.trim() === "", children: words.answer }),
            /* @__PURE__ */ a4(Act, { label: words.skip, look: "quiet", onAct: () => deeds2.resume(run.id) })
          ] })
        ]
      }
    );
  }
  function GoOn({ run, deeds: deeds2, second }) {
    let [text, setText] = d2(""), wordy = run.state?.pause === "rejected" || run.state?.pause === "retries_spent", said2 = text.trim(), resume = () => said2 === "" ? deeds2.resume(run.id) : deeds2.resume(run.id, said2);
    return /* @__PURE__ */ a4("div", { class: "go-on", children: [
      wordy && /* @__PURE__ */ a4("label", { children: [
        /* @__PURE__ */ a4("span", { class: "unseen", children: words.addWords }),
        /* @__PURE__ */ a4(
          "textarea",
          {
            rows: 2,
            placeholder: words.addWords,
            value: text,
            onInput: (event) => setText(event.currentTarget.value)
          }
        )
      ] }),
      /* @__PURE__ */ a4(
        Act,
        {
          label: run.handoff === null ? words.resume : words.handoffDone,
          icon: "next",
          look: second ? "plain" : "primary",
          onAct: resume
        }
      )
    ] });
  }
  function Handoff({ run }) {
    return run.handoff === null ? null : /* @__PURE__ */ a4("div", { class: "handoff", children: [
      /* @__PURE__ */ a4(Icon, { name: "hand" }),
      /* @__PURE__ */ a4("div", { children: [
        /* @__PURE__ */ a4("h2", { children: words.handoffTitle }),
        /* @__PURE__ */ a4("p", { children: [
          /* @__PURE__ */ a4("b", { children: [
            handoffs[run.handoff.need],
            "."
          ] }),
          " ",
          oneLine(run.handoff.what)
        ] })
      ] })
    ] });
  }
  function Conflict({ run, deeds: deeds2 }) {
    if (run.conflict === null) return null;
    let { holder } = run.conflict;
    return /* @__PURE__ */ a4("div", { class: "choices", children: [
      /* @__PURE__ */ a4("h2", { children: words.conflictTitle }),
      /* @__PURE__ */ a4("p", { children: words.conflictText }),
      /* @__PURE__ */ a4(
        Choice,
        {
          label: words.conflictSwitch,
          hint: words.conflictSwitchHint,
          onAct: () => deeds2.switchRun(run.id, holder)
        }
      ),
      run.order !== null && /* @__PURE__ */ a4(Choice, { label: words.conflictNewTab, hint: words.conflictNewTabHint, onAct: () => deeds2.newTaskTab(run.id) }),
      /* @__PURE__ */ a4(Choice, { label: words.conflictStop, hint: words.conflictStopHint, onAct: () => deeds2.stopOther(run.id, holder) })
    ] });
  }
  function Choice({ label, hint, onAct }) {
    return /* @__PURE__ */ a4("button", { type: "button", class: "choice", onClick: (event) => isPersons(event) && onAct(), children: [
      /* @__PURE__ */ a4("b", { children: label }),
      /* @__PURE__ */ a4("small", { children: hint })
    ] });
  }
  function Candidates({ run, deeds: deeds2 }) {
    return /* @__PURE__ */ a4("div", { class: "choices", children: [
      /* @__PURE__ */ a4("h2", { children: words.candidatesTitle }),
      /* @__PURE__ */ a4("p", { children: words.candidatesText }),
      /* @__PURE__ */ a4("ul", { class: "plain-list", children: run.candidates.map((tab) => /* @__PURE__ */ a4("li", { class: "candidate", children: [
        /* @__PURE__ */ a4("span", { children: [
          /* @__PURE__ */ a4(PageWords, { text: tab.title }),
          /* @__PURE__ */ a4("small", { children: /* @__PURE__ */ a4(Origin, { of: tab.origin }) })
        ] }),
        /* @__PURE__ */ a4(Act, { label: words.useTab, onAct: () => deeds2.reattach(run.id, tab.tabId) })
      ] }, tab.tabId)) })
    ] });
  }
  function Ladder({ run, deeds: deeds2 }) {
    let goal = run.order?.goal ?? null;
    return /* @__PURE__ */ a4("div", { class: "choices", children: [
      /* @__PURE__ */ a4("h2", { children: words.ladderTitle }),
      run.offers.map((offer) => {
        let act = () => {
          switch (offer.what) {
            case "open_workspace":
              return deeds2.openInWorkspace(goal, offer.url);
            case "copy_url":
              return deeds2.copy(offer.url ?? "");
            case "manual":
              return deeds2.copy(offer.why);
            case "my_browser":
              return deeds2.connect(goal ?? "");
          }
        };
        return /* @__PURE__ */ a4(
          Choice,
          {
            label: offers[offer.what].button,
            hint: oneLine(offer.why) || offers[offer.what].text,
            onAct: act
          },
          offer.what
        );
      }),
      /* @__PURE__ */ a4(Choice, { label: words.stayReadOnly, hint: words.homeLead, onAct: () => deeds2.stop(run.id) })
    ] });
  }
  function GestureCard({ run, gesture, deeds: deeds2 }) {
    let left = useLeft(gesture.expiresAtMs), of = gestures[gesture.kind];
    return /* @__PURE__ */ a4("section", { class: "asks", "aria-label": `${words.asks}: ${of.title}`, children: /* @__PURE__ */ a4("div", { class: "asks-frame", children: [
      /* @__PURE__ */ a4(Signature, {}),
      /* @__PURE__ */ a4("h2", { children: of.title }),
      /* @__PURE__ */ a4("p", { children: /* @__PURE__ */ a4(Origin, { of: gesture.origin }) }),
      /* @__PURE__ */ a4("p", { children: of.text }),
      left > 0 && !gesture.used && /* @__PURE__ */ a4("div", { class: "asks-answers", children: /* @__PURE__ */ a4(
        "button",
        {
          type: "button",
          class: "act primary",
          onClick: (event) => {
            isPersons(event) && Date.now() < gesture.expiresAtMs && deeds2.gesture(run, gesture);
          },
          children: of.button
        }
      ) }),
      /* @__PURE__ */ a4("p", { class: "note", children: gesture.used ? words.gestureDone : left > 0 ? words.gestureEnds : words.gestureOver })
    ] }) });
  }
  function useLeft(until) {
    let [now, setNow] = d2(Date.now());
    return A2(() => {
      let timer = window.setInterval(() => setNow(Date.now()), 500);
      return () => clearInterval(timer);
    }, [until]), Math.max(0, Math.ceil((until - now) / 1e3));
  }

  // extension/src/panel/view/run.tsx
  function RunCard({ run, goal, isLockedOut: isLockedOut2, deeds: deeds2 }) {
    let status = run.state?.status ?? "idle", over = isOver(status), busy = ["observing", "planning", "executing", "verifying"].includes(status), code = run.state?.lastReasonCode ?? null;
    return /* @__PURE__ */ a4(Card, { label: words.run, look: "run", children: [
      /* @__PURE__ */ a4("div", { class: "run-head", children: [
        /* @__PURE__ */ a4("span", { class: `state ${busy ? "busy" : status}`, children: [
          /* @__PURE__ */ a4("span", { class: "pulse", "aria-hidden": "true" }),
          statuses[status].name
        ] }),
        /* @__PURE__ */ a4("span", { class: "run-acts", children: [
          busy && /* @__PURE__ */ a4(Act, { label: words.pause, look: "quiet", onAct: () => deeds2.pause(run.id) }),
          !over && /* @__PURE__ */ a4(Act, { label: words.stop, icon: "stop", look: "quiet", onAct: () => deeds2.stop(run.id) }),
          over && /* @__PURE__ */ a4(Act, { label: words.newQuestion, look: "quiet", onAct: () => deeds2.choose(null) })
        ] })
      ] }),
      goal !== null && /* @__PURE__ */ a4("p", { class: "goal", children: [
        /* @__PURE__ */ a4("span", { class: "unseen", children: [
          words.goal,
          ": "
        ] }),
        oneLine(goal)
      ] }),
      run.suspicion !== null && /* @__PURE__ */ a4(Suspicion, { run }),
      !over && /* @__PURE__ */ a4(Going, { run }),
      status === "paused" && run.state?.pause != null && !saysMore(run) && /* @__PURE__ */ a4("p", { class: "paused-why", children: [
        pauses[run.state.pause],
        " ",
        code !== null && /* @__PURE__ */ a4(Code, { code })
      ] }),
      status === "takeover" && /* @__PURE__ */ a4("div", { class: "takeover-box", children: [
        /* @__PURE__ */ a4(Icon, { name: "hand" }),
        /* @__PURE__ */ a4("p", { children: words.takeoverText })
      ] }),
      status === "failed" && code !== null && run.trouble === null && /* @__PURE__ */ a4("p", { class: "paused-why", children: /* @__PURE__ */ a4(Code, { code }) }),
      run.trouble !== null && /* @__PURE__ */ a4("p", { class: "trouble", children: [
        /* @__PURE__ */ a4(Icon, { name: "alert" }),
        /* @__PURE__ */ a4("span", { children: [
          reason(run.trouble.code, oneLine(run.trouble.sentence)),
          " ",
          /* @__PURE__ */ a4(Code, { code: run.trouble.code })
        ] })
      ] }),
      /* @__PURE__ */ a4(Waiting, { run, deeds: deeds2, resumable: canResume(run), isLockedOut: isLockedOut2 }),
      /* @__PURE__ */ a4(Steps, { lines: run.steps })
    ] });
  }
  function saysMore(run) {
    return run.question !== null || run.handoff !== null || run.conflict !== null || run.candidates.length > 0;
  }
  function Suspicion({ run }) {
    return /* @__PURE__ */ a4("div", { class: "suspicion", children: [
      /* @__PURE__ */ a4(Icon, { name: "alert" }),
      /* @__PURE__ */ a4("p", { children: [
        words.suspicious,
        run.suspicion !== null && /* @__PURE__ */ a4("small", { children: [
          words.suspiciousWhere,
          ": ",
          oneLine(run.suspicion.place),
          " (",
          run.suspicion.signs.map(oneLine).join(", "),
          ")"
        ] })
      ] })
    ] });
  }
  function Going({ run }) {
    let last = run.steps.at(-1), step = last?.kind === "step" && last.end === null ? last.step : null, now = run.doing ?? run.state?.lastActionSummary ?? null, next = run.state?.nextStepPreview ?? null;
    return now === null && next === null && step === null ? null : /* @__PURE__ */ a4($, { children: [
      /* @__PURE__ */ a4("dl", { class: "going", children: [
        now !== null && /* @__PURE__ */ a4(Fact, { name: words.now, children: oneLine(now) }),
        next !== null && /* @__PURE__ */ a4(Fact, { name: words.nextStep, children: oneLine(next) })
      ] }),
      step !== null && /* @__PURE__ */ a4("details", { class: "why", children: [
        /* @__PURE__ */ a4("summary", { children: words.why }),
        /* @__PURE__ */ a4("dl", { children: [
          step.role !== null && /* @__PURE__ */ a4(Fact, { name: words.whyRole, children: oneLine(step.role) }),
          step.target !== null && /* @__PURE__ */ a4(Fact, { name: words.whyName, children: /* @__PURE__ */ a4(PageWords, { text: step.target }) }),
          /* @__PURE__ */ a4(Fact, { name: words.whyReason, children: oneLine(step.why) })
        ] })
      ] })
    ] });
  }
  function Steps({ lines }) {
    return lines.length === 0 ? null : /* @__PURE__ */ a4("details", { class: "steps", children: [
      /* @__PURE__ */ a4("summary", { children: [
        words.steps,
        " ",
        /* @__PURE__ */ a4("span", { class: "count", children: lines.length })
      ] }),
      /* @__PURE__ */ a4("ol", { children: lines.map((line, at) => /* @__PURE__ */ a4("li", { class: toneOf(line), children: /* @__PURE__ */ a4(StepText, { line }) }, at)) })
    ] });
  }
  function toneOf(line) {
    return line.kind === "step" ? line.end === null ? "open" : line.end.done ? "done" : "undone" : line.kind === "answered" && line.granted ? "done" : "undone";
  }
  function StepText({ line }) {
    if (line.kind === "step")
      return /* @__PURE__ */ a4($, { children: [
        /* @__PURE__ */ a4("b", { children: does(line.step.tool) }),
        line.step.target !== null && /* @__PURE__ */ a4($, { children: [
          " ",
          /* @__PURE__ */ a4(PageWords, { text: line.step.target })
        ] }),
        /* @__PURE__ */ a4("small", { children: line.end === null ? oneLine(line.step.why) : `${line.end.done ? words.done : words.notDone}: ${oneLine(line.end.how)}` })
      ] });
    let sentence = line.kind === "denied" ? line.sentence : line.reason;
    return /* @__PURE__ */ a4($, { children: [
      /* @__PURE__ */ a4("b", { children: does(line.tool) }),
      " ",
      /* @__PURE__ */ a4("span", { class: "tag", children: line.kind === "denied" ? words.denied : line.granted ? words.done : words.notDone }),
      /* @__PURE__ */ a4("small", { children: [
        reason(line.code, oneLine(sentence)),
        " ",
        /* @__PURE__ */ a4(Code, { code: line.code })
      ] })
    ] });
  }

  // extension/src/panel/view/sub.tsx
  function Sub({
    title,
    lead,
    deeds: deeds2,
    children
  }) {
    let head = T2(null);
    return A2(() => head.current?.focus(), []), /* @__PURE__ */ a4("section", { class: "sub", "aria-label": title, children: [
      /* @__PURE__ */ a4("div", { class: "sub-head", children: [
        /* @__PURE__ */ a4(Act, { bare: !0, label: words.back, icon: "back", look: "quiet", onAct: () => deeds2.view("home") }),
        /* @__PURE__ */ a4("h1", { ref: head, tabIndex: -1, children: title })
      ] }),
      lead !== void 0 && /* @__PURE__ */ a4("p", { class: "lead", children: lead }),
      children
    ] });
  }
  function Grants({
    grants,
    site,
    deeds: deeds2
  }) {
    return /* @__PURE__ */ a4(Sub, { title: words.grants, lead: words.grantsLead, deeds: deeds2, children: [
      grants === null && /* @__PURE__ */ a4("p", { class: "note", children: words.loading }),
      grants?.length === 0 && /* @__PURE__ */ a4("p", { class: "nothing", children: words.noGrants }),
      grants !== null && grants.length > 0 && /* @__PURE__ */ a4("ul", { class: "rows", children: grants.map((grant) => /* @__PURE__ */ a4("li", { children: [
        /* @__PURE__ */ a4("span", { children: [
          /* @__PURE__ */ a4("b", { children: whatRow(grant.what) }),
          /* @__PURE__ */ a4("small", { children: [
            grant.origin !== null && /* @__PURE__ */ a4(Origin, { of: grant.origin }),
            " ",
            words.usesLeft(grant.uses, grant.minutes)
          ] })
        ] }),
        /* @__PURE__ */ a4(Act, { label: words.revoke, look: "danger", onAct: () => deeds2.revoke(grant.run, grant.id) })
      ] }, grant.id)) }),
      site !== null && /* @__PURE__ */ a4("div", { class: "site-box", children: [
        /* @__PURE__ */ a4("h2", { children: words.siteAccess }),
        /* @__PURE__ */ a4("p", { children: [
          /* @__PURE__ */ a4(Origin, { of: site.origin }),
          /* @__PURE__ */ a4("small", { children: [
            modes[site.mode].name,
            site.connected ? `, ${words.connected}` : ""
          ] })
        ] }),
        /* @__PURE__ */ a4("p", { class: "note", children: words.disconnectText }),
        /* @__PURE__ */ a4(Act, { label: words.disconnect, look: "danger", onAct: deeds2.disconnect })
      ] })
    ] });
  }
  function History({
    site,
    history,
    deeds: deeds2
  }) {
    return /* @__PURE__ */ a4(Sub, { title: words.history, deeds: deeds2, children: [
      site !== null && /* @__PURE__ */ a4("p", { class: "lead", children: /* @__PURE__ */ a4(Origin, { of: site.origin }) }),
      history.length === 0 && /* @__PURE__ */ a4("p", { class: "nothing", children: words.noHistory }),
      /* @__PURE__ */ a4("ul", { class: "rows", children: history.map((past) => /* @__PURE__ */ a4("li", { children: [
        /* @__PURE__ */ a4("span", { children: [
          /* @__PURE__ */ a4("b", { class: "past-goal", children: oneLine(past.goal) }),
          /* @__PURE__ */ a4("small", { children: [
            statuses[past.status].name,
            " · ",
            when(past.at)
          ] })
        ] }),
        /* @__PURE__ */ a4(Act, { label: words.askAgain, look: "quiet", onAct: () => deeds2.again(past) })
      ] }, past.run)) })
    ] });
  }
  function Preview({
    text,
    running,
    deeds: deeds2
  }) {
    return /* @__PURE__ */ a4(Sub, { title: words.preview, lead: words.previewLead, deeds: deeds2, children: [
      !running && /* @__PURE__ */ a4("p", { class: "nothing", children: words.noPreview }),
      running && text === null && /* @__PURE__ */ a4("p", { class: "note", children: words.loading }),
      running && text !== null && /* @__PURE__ */ a4("pre", { class: "sent-text", tabIndex: 0, "aria-label": words.preview, children: manyLines(text) })
    ] });
  }
  function when(at) {
    let time = new Date(at);
    return Number.isNaN(time.getTime()) ? oneLine(at) : time.toLocaleString(void 0, { dateStyle: "medium", timeStyle: "short" });
  }

  // extension/src/panel/view/top.tsx
  function Top({ front, mode, connected, online, stoppable, onStop, deeds: deeds2 }) {
    let site = front !== null && front.origin !== "" ? front.origin : null;
    return /* @__PURE__ */ a4("header", { class: "top", children: [
      /* @__PURE__ */ a4("h1", { class: "unseen", children: words.laika }),
      /* @__PURE__ */ a4("div", { class: "top-row", children: [
        /* @__PURE__ */ a4(Mark, {}),
        /* @__PURE__ */ a4("div", { class: "where", children: [
          /* @__PURE__ */ a4("strong", { class: "host", title: site ?? "", children: site === null ? noSite(front) : /* @__PURE__ */ a4(Origin, { of: site.startsWith("https:") ? hostOf(site) : site }) }),
          online && front !== null && /* @__PURE__ */ a4("span", { class: `access ${front.access}`, children: [
            /* @__PURE__ */ a4("span", { class: "dot", "aria-hidden": "true" }),
            connected ? words.connected : words.access[front.access]
          ] })
        ] }),
        /* @__PURE__ */ a4("div", { class: "ends", children: [
          stoppable && /* @__PURE__ */ a4(Act, { label: words.stop, hint: words.stopHint, icon: "stop", look: "plain", onAct: onStop }),
          /* @__PURE__ */ a4(Act, { label: words.panic, hint: words.panicHint, icon: "panic", look: "danger", onAct: deeds2.panic })
        ] })
      ] }),
      online && /* @__PURE__ */ a4("div", { class: "top-row second", children: [
        /* @__PURE__ */ a4("label", { class: "mode", children: [
          /* @__PURE__ */ a4(Icon, { name: "shield" }),
          /* @__PURE__ */ a4("span", { class: "unseen", children: words.mode }),
          /* @__PURE__ */ a4(
            "select",
            {
              value: mode,
              disabled: site === null,
              title: modes[mode].text,
              onChange: (event) => deeds2.setMode(event.currentTarget.value),
              children: Object.keys(modes).map((one) => /* @__PURE__ */ a4("option", { value: one, children: modes[one].name }, one))
            }
          )
        ] }),
        /* @__PURE__ */ a4("nav", { class: "places", "aria-label": words.more, children: [
          /* @__PURE__ */ a4(
            Act,
            {
              bare: !0,
              label: words.grants,
              hint: words.grants,
              icon: "lock",
              look: "quiet",
              onAct: () => deeds2.view("grants")
            }
          ),
          /* @__PURE__ */ a4(
            Act,
            {
              bare: !0,
              label: words.preview,
              hint: words.preview,
              icon: "eye",
              look: "quiet",
              onAct: () => deeds2.view("preview")
            }
          ),
          /* @__PURE__ */ a4(
            Act,
            {
              bare: !0,
              label: words.history,
              hint: words.history,
              icon: "clock",
              look: "quiet",
              onAct: () => deeds2.view("history")
            }
          ),
          /* @__PURE__ */ a4(
            Act,
            {
              bare: !0,
              label: words.palette,
              hint: `${words.palette} (${words.paletteKey})`,
              icon: "more",
              look: "quiet",
              onAct: () => deeds2.palette(!0)
            }
          )
        ] })
      ] })
    ] });
  }
  function noSite(front) {
    return front === null ? words.laika : front.access === "restricted" ? words.noSite : words.siteNotKnown;
  }

  // extension/src/panel/view/panel.tsx
  function Panel({ state: state2, deeds: deeds2, said: said2, copied: copied2 }) {
    useKeys(state2, deeds2);
    let run = shownRun(state2), online = state2.link.state === "online" && state2.app === "online";
    return /* @__PURE__ */ a4($, { children: [
      /* @__PURE__ */ a4(TopOf, { state: state2, online, stop: () => run !== null && !isOver(run.state?.status) ? deeds2.stop(run.id) : deeds2.stopAll(), deeds: deeds2 }),
      /* @__PURE__ */ a4("main", { children: [
        state2.front?.incognito === !0 && /* @__PURE__ */ a4(PrivateBanner, {}),
        state2.failure !== null && /* @__PURE__ */ a4(Failure, { state: state2, deeds: deeds2 }),
        online && state2.view !== "home" ? /* @__PURE__ */ a4(SubView, { state: state2, run, deeds: deeds2 }) : /* @__PURE__ */ a4(Main, { state: state2, run, deeds: deeds2 })
      ] }),
      state2.palette && /* @__PURE__ */ a4(Palette, { commands: commands(state2, deeds2), onClose: () => deeds2.palette(!1) }),
      /* @__PURE__ */ a4("div", { class: "unseen", role: "status", "aria-live": "polite", children: said2.polite }),
      /* @__PURE__ */ a4("div", { class: "unseen", role: "alert", "aria-live": "assertive", children: said2.assertive }),
      copied2 && /* @__PURE__ */ a4("div", { class: "toast", children: words.copied })
    ] });
  }
  function TopOf({
    state: state2,
    online,
    stop,
    deeds: deeds2
  }) {
    return /* @__PURE__ */ a4(
      Top,
      {
        front: state2.front,
        mode: modeOf(state2),
        connected: state2.site?.connected === !0,
        online,
        stoppable: canStop(state2),
        onStop: stop,
        deeds: deeds2
      }
    );
  }
  function Main({ state: state2, run, deeds: deeds2 }) {
    switch (screen(state2)) {
      case "connecting":
        return /* @__PURE__ */ a4(Connecting, {});
      case "offline":
        return /* @__PURE__ */ a4(Offline, { link: state2.link, deeds: deeds2 });
      case "locked":
        return /* @__PURE__ */ a4(Locked, { deeds: deeds2 });
      case "update":
        return /* @__PURE__ */ a4(Update, { link: state2.link, deeds: deeds2 });
      case "onboarding":
        return /* @__PURE__ */ a4(Onboarding, { front: state2.front, deeds: deeds2 });
      case "restricted":
        return /* @__PURE__ */ a4($, { children: [
          /* @__PURE__ */ a4(Restricted, {}),
          /* @__PURE__ */ a4(Others, { state: state2, deeds: deeds2 })
        ] });
      case "needed":
        return /* @__PURE__ */ a4($, { children: [
          state2.front !== null && /* @__PURE__ */ a4(Needed, { front: state2.front, refused: state2.accessRefused, deeds: deeds2 }),
          /* @__PURE__ */ a4(Others, { state: state2, deeds: deeds2 })
        ] });
      case "ready":
        return /* @__PURE__ */ a4(Ready, { state: state2, run, deeds: deeds2 });
    }
  }
  function Ready({ state: state2, run, deeds: deeds2 }) {
    let over = run === null || isOver(run.state?.status), readable = state2.front?.access === "granted" && state2.wantsToAct === null;
    return /* @__PURE__ */ a4($, { children: [
      run !== null && /* @__PURE__ */ a4(Questions, { run, deeds: deeds2 }),
      run !== null && /* @__PURE__ */ a4(RunCard, { run, goal: run.order?.goal ?? null, isLockedOut: isLockedOut(state2, run), deeds: deeds2 }),
      run !== null && run.answer !== null && /* @__PURE__ */ a4(Answer, { finished: run.answer, sensitive: state2.site?.sensitive === !0, deeds: deeds2 }),
      state2.wantsToAct !== null && /* @__PURE__ */ a4(WantsToAct, { goal: state2.wantsToAct, deeds: deeds2 }),
      run === null && state2.wantsToAct === null && /* @__PURE__ */ a4(Welcome, { front: state2.front }),
      /* @__PURE__ */ a4(Others, { state: state2, deeds: deeds2 }),
      over && readable && /* @__PURE__ */ a4(Composer, { draft: state2.draft, compact: run !== null && run.answer !== null, deeds: deeds2 })
    ] });
  }
  function Questions({ run, deeds: deeds2 }) {
    return run.card !== null ? /* @__PURE__ */ a4(Approval, { run: run.id, asked: run.card, deeds: deeds2 }) : run.authorise !== null ? /* @__PURE__ */ a4(Authorise, { run: run.id, ...run.authorise, deeds: deeds2 }) : run.gesture !== null ? /* @__PURE__ */ a4(GestureCard, { run: run.id, gesture: run.gesture, deeds: deeds2 }, run.gesture.nonce) : null;
  }
  function Others({ state: state2, deeds: deeds2 }) {
    let others = otherRuns(state2);
    if (others.length === 0) return null;
    let waiting = others.filter(waits).length;
    return /* @__PURE__ */ a4("section", { class: "others", "aria-label": words.otherRuns, children: [
      /* @__PURE__ */ a4("h2", { children: [
        words.otherRuns,
        " ",
        waiting > 0 && /* @__PURE__ */ a4("span", { class: "count", children: words.waiting(waiting) })
      ] }),
      /* @__PURE__ */ a4("ul", { class: "rows", children: others.map((run) => /* @__PURE__ */ a4("li", { children: [
        /* @__PURE__ */ a4("span", { children: [
          /* @__PURE__ */ a4("b", { class: "past-goal", children: oneLine(run.order?.goal ?? run.id) }),
          /* @__PURE__ */ a4("small", { children: statuses[run.state?.status ?? "idle"].name })
        ] }),
        /* @__PURE__ */ a4(Act, { label: words.showRun, look: "quiet", onAct: () => deeds2.choose(run.id) })
      ] }, run.id)) })
    ] });
  }
  function SubView({ state: state2, run, deeds: deeds2 }) {
    switch (state2.view) {
      case "grants":
        return /* @__PURE__ */ a4(Grants, { grants: state2.grants, site: state2.site, deeds: deeds2 });
      case "history":
        return /* @__PURE__ */ a4(History, { site: state2.site, history: state2.history, deeds: deeds2 });
      default: {
        let text = state2.preview !== null && state2.preview.run === run?.id ? state2.preview.text : null;
        return /* @__PURE__ */ a4(Preview, { text, running: run !== null, deeds: deeds2 });
      }
    }
  }
  function Failure({ state: state2, deeds: deeds2 }) {
    if (state2.failure === null) return null;
    let { code, sentence } = state2.failure;
    return /* @__PURE__ */ a4("div", { class: "banner failure", children: [
      /* @__PURE__ */ a4(Icon, { name: "alert" }),
      /* @__PURE__ */ a4("p", { children: [
        failure(code, oneLine(sentence)),
        " ",
        /* @__PURE__ */ a4(Code, { code })
      ] }),
      /* @__PURE__ */ a4(Act, { bare: !0, label: words.close, icon: "cross", look: "quiet", onAct: deeds2.dropFailure })
    ] });
  }
  function useKeys(state2, deeds2) {
    A2(() => {
      let onKey = (event) => {
        (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k" ? (event.preventDefault(), deeds2.palette(!state2.palette)) : event.key === "Escape" && !state2.palette && state2.view !== "home" ? deeds2.view("home") : event.key === "Escape" && state2.wantsToAct !== null && deeds2.dropAct();
      };
      return document.addEventListener("keydown", onKey), () => document.removeEventListener("keydown", onKey);
    }, [state2.palette, state2.view, state2.wantsToAct]);
  }

  // extension/src/panel/main.tsx
  var COPIED_MS = 1600, state = y3(start), said = y3({ polite: "", assertive: "" }), copied = y3(!1);
  function send(message) {
    let before = state.peek(), after = reduce(before, message);
    if (after === before) return;
    state.value = after;
    let { polite, assertive } = announce(before, after);
    (polite !== null || assertive !== null) && (said.value = { polite: polite ?? said.peek().polite, assertive: assertive ?? "" });
    for (let ask of asksAfter(before, after)) port.ask(ask);
    message.kind === "menu" && message.menu.what === "extract_table" && deeds.extractTable();
  }
  var port = new WorkerPort(send), copyTimer = 0, deeds = control(() => state.peek(), send, {
    ask: (ask) => port.ask(ask),
    openLaika: () => port.openLaika(),
    requestAccess,
    removeAccess,
    openTab,
    readClipboard: () => navigator.clipboard.readText(),
    writeClipboard: (text) => navigator.clipboard.writeText(text),
    keepOnboarded,
    copied: () => {
      copied.value = !0, clearTimeout(copyTimer), copyTimer = window.setTimeout(() => copied.value = !1, COPIED_MS);
    }
  });
  function App() {
    return /* @__PURE__ */ a4(Panel, { state: state.value, deeds, said: said.value, copied: copied.value });
  }
  var root = document.getElementById("panel");
  root !== null && Q(/* @__PURE__ */ a4(App, {}), root);
  readOnboarded().then((onboarded) => send({ kind: "prefs", onboarded }));
  port.connect();
})();
