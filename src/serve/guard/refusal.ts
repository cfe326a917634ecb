// What goes wrong with a request -> the one shape in which every answer says so; nothing is decided here.

export type Refusal = {
  readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 429 | 500 | 503 | 504;
  readonly code: string;
  readonly message: string;
  readonly hint: string;
};

export const refusalJson = ({ code, message, hint }: Refusal): string =>
  JSON.stringify({ error: { code, message, hint } });
