/** What Laika can use: what each tool may do, whether it is on, how it is set, and how it did. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { oneLine } from "../../../shared/text.js";
import { does } from "../../../shared/words/index.js";
import { Act, Code, Icon } from "../../../shared/view/bits.js";
import { call, canDo, mayAct, tell, useDeed, useLaika } from "../app.js";
import { type Metric, type Tool, readMetrics, readTools } from "../types/places.js";
import { count, duration, named, w, when } from "../words/index.js";
import { DeedProblem, Empty, Loaded, NotHere, Page, Section, Switch, Tag, TextField } from "./bits.js";

export function Tools(): JSX.Element {
  const tools = useLaika("tools.list", {}, readTools);
  const metrics = useLaika("tools.metrics", {}, readMetrics);
  return (
    <Page title={w.nav.tools} lead={w.tools.lead}>
      <NotHere verbs={["tools.config"]} />
      <Section title={w.tools.metrics} lead={w.tools.metricsText}>
        <Loaded of={metrics}>
          {(all) =>
            all.length === 0 ? (
              <Empty icon="wrench" title={w.tools.unused}>
                {w.tools.unusedText}
              </Empty>
            ) : (
              <Charts metrics={all} />
            )
          }
        </Loaded>
      </Section>
      <Loaded of={tools}>
        {(all) => {
          const beside = all.filter((tool) => !tool.name.startsWith("browser."));
          const inside = all.filter((tool) => tool.name.startsWith("browser."));
          return (
            <>
              <ToolList title={w.tools.beside} tools={beside} onDone={tools.again} />
              <ToolList title={w.tools.inside} tools={inside} onDone={tools.again} />
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

function ToolList({ title, tools, onDone }: { title: string; tools: Tool[]; onDone: () => void }): JSX.Element | null {
  if (tools.length === 0) return null;
  return (
    <Section title={title}>
      <ul class="tool-list">
        {tools.map((tool) => (
          <ToolRow key={tool.name} tool={tool} onDone={onDone} />
        ))}
      </ul>
    </Section>
  );
}

function ToolRow({ tool, onDone }: { tool: Tool; onDone: () => void }): JSX.Element {
  const deed = useDeed();
  const label = does(tool.name);
  return (
    <li>
      <div class="tool-head">
        <div>
          <b>{label === tool.name ? oneLine(tool.name) : label}</b> {label !== tool.name && <Code code={tool.name} />}{" "}
          <Tag tone={tool.mutating ? "warn" : "good"}>{tool.mutating ? w.tools.acts : w.tools.reads}</Tag>
          <small class="tool-line">{oneLine(tool.line)}</small>
          {tool.permissions.length > 0 && (
            <small class="tool-line">
              {w.tools.may}: {tool.permissions.map((one) => named(w.tools.permissions, one)).join(", ")}
            </small>
          )}
          {tool.why !== null && (
            <small class="tool-line warn">
              {w.tools.away}: {oneLine(tool.why)}. {tool.fix !== null && `${w.tools.fix}: ${oneLine(tool.fix)}`}
            </small>
          )}
        </div>
        {tool.on !== null &&
          (mayAct.value ? (
            <Switch
              label={w.tools.on}
              on={tool.on}
              disabled={deed.busy}
              onSwitch={(on) => deed.run(() => call("tools.enable", { name: tool.name, on }).then(onDone))}
            />
          ) : (
            <Tag>{tool.on ? w.tools.on : w.tools.off}</Tag>
          ))}
      </div>
      <DeedProblem deed={deed} />
      {tool.settings.length > 0 && (
        <details>
          <summary>{w.tools.settings}</summary>
          {tool.settings.map((setting) => (
            <SettingRow key={setting.key} tool={tool.name} setting={setting} onDone={onDone} />
          ))}
        </details>
      )}
    </li>
  );
}

function SettingRow({
  tool,
  setting,
  onDone,
}: {
  tool: string;
  setting: Tool["settings"][number];
  onDone: () => void;
}): JSX.Element {
  const [value, setValue] = useState(setting.value);
  const deed = useDeed();
  const hint = `${oneLine(setting.about)} (${oneLine(setting.takes)})`;
  if (!canDo("tools.config")) {
    return (
      <p>
        <Code code={setting.key} /> {setting.value === "" ? w.tools.unset : oneLine(setting.value)}{" "}
        <small>{hint}</small>
      </p>
    );
  }
  const keep = (): void =>
    deed.run(async () => {
      await call("tools.config", { name: tool, key: setting.key, value });
      tell(w.common.saved);
      onDone();
    });
  return (
    <div class="setting">
      <TextField label={setting.key} hint={hint} value={value} placeholder={w.tools.unset} onValue={setValue} />
      <Act label={w.common.save} disabled={deed.busy || value === setting.value} onAct={keep} />
      <DeedProblem deed={deed} />
    </div>
  );
}

/** Two small charts for each tool: how often it was used and failed, and how long it took. The numbers stand beside them. */
function Charts({ metrics }: { metrics: Metric[] }): JSX.Element {
  const most = Math.max(1, ...metrics.map((one) => one.calls));
  const slowest = Math.max(1, ...metrics.map((one) => one.p95));
  return (
    <div class="table" role="group" aria-label={w.tools.metrics} tabIndex={0}>
      <table class="metrics">
        <thead>
          <tr>
            <th scope="col">{w.tools.tool}</th>
            <th scope="col">{w.tools.calls}</th>
            <th scope="col">{w.tools.time}</th>
            <th scope="col">{w.tools.lastUsed}</th>
          </tr>
        </thead>
        <tbody>
          {metrics.map((one) => (
            <tr key={one.tool}>
              <th scope="row">{does(one.tool)}</th>
              <td>
                <svg class="chart" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                  <rect class="chart-ground" width="100" height="10" rx="2" />
                  <rect class="chart-good" width={(100 * one.calls) / most} height="10" rx="2" />
                  <rect class="chart-bad" width={(100 * one.errors) / most} height="10" rx="2" />
                </svg>
                <small>{w.tools.callsOf(count(one.calls), count(one.errors))}</small>
              </td>
              <td>
                <svg class="chart" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                  <rect class="chart-ground" width="100" height="10" rx="2" />
                  <rect class="chart-quiet" width={(100 * one.p95) / slowest} height="10" rx="2" />
                  <rect class="chart-accent" width={(100 * one.p50) / slowest} height="10" rx="2" />
                </svg>
                <small>{w.tools.timeOf(duration(one.p50), duration(one.p95))}</small>
              </td>
              <td>
                <small>
                  {one.errors > 0 && <Icon name="alert" />} {when(one.lastUsed)}
                </small>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
