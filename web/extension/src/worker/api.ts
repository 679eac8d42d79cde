/** The browser's own interface. Both browsers have promises under one of these names. */

export type Api = typeof chrome;

export function theApi(): Api {
  const global = globalThis as { browser?: Api; chrome?: Api };
  return (global.browser ?? global.chrome) as Api;
}

/** Whether this is Firefox, which has a sidebar of its own kind. */
export function isGecko(api: Api): boolean {
  return "getBrowserInfo" in api.runtime;
}
