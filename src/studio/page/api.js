// The server's answers: JSON, or a failure that says what it was.
export class Failure extends Error {
  constructor(status, said) {
    super(said?.error ?? (status ? `the server answered ${status}` : "the server is away"));
    this.status = status;
    this.said = said;
  }

  // Nobody answered, or somebody in between did: it may be tried again.
  get away() {
    return this.status === 0 || this.status === 502 || this.status === 503 || this.status === 504;
  }
}

const PATIENCE = 20_000;

async function ask(method, path, body, options = {}) {
  let answer;
  try {
    answer = await fetch(path, {
      method, credentials: "same-origin", cache: "no-store",
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body),
      signal: options.keepalive ? undefined : AbortSignal.timeout(options.patience ?? PATIENCE),
      ...(options.keepalive ? { keepalive: true } : {}),
    });
  } catch {
    throw new Failure(0);
  }
  const said = await answer.json().catch(() => null);
  if (!answer.ok) throw new Failure(answer.status, said);
  return said;
}

export const get = (path, options) => ask("GET", path, undefined, options);
export const put = (path, body, options) => ask("PUT", path, body, options);
export const post = (path, body, options) => ask("POST", path, body, options);

export function query(path, values) {
  const pairs = Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== "");
  return pairs.length ? `${path}?${new URLSearchParams(pairs)}` : path;
}
