/* SPDX-License-Identifier: Apache-2.0 */
const PATIENCE_MS = 30_000;
const TOKEN = 'tspoon.token';
const EPOCH_MS = 1_577_836_800_000n;
const PHYSICAL_SHIFT = 22n;

let bearer = sessionStorage.getItem(TOKEN) ?? '';

export function useToken(token) {
  bearer = token;
  if (token) {
    sessionStorage.setItem(TOKEN, token);
  } else {
    sessionStorage.removeItem(TOKEN);
  }
}

export const hasToken = () => bearer !== '';

/** A refusal of the server (RFC 9457), or that there was no answer. */
export class Problem extends Error {
  constructor({ title, detail, action, reason, retryable, code, executed, problems, reasons }) {
    super(detail);
    this.title = title;
    this.action = action;
    this.reason = reason;
    this.retryable = retryable;
    this.code = code;
    this.executed = executed;
    this.problems = problems ?? [];
    this.reasons = reasons ?? [];
  }
}

export const get = (path) => send(path, {});

export const post = (path, body, headers) =>
  send(path, { method: 'POST', body, headers: { ...headers, 'Content-Type': 'application/json' } });

async function send(path, options) {
  const headers = { ...options.headers, Accept: 'application/json' };
  if (bearer) headers.Authorization = `Bearer ${bearer}`;
  let response;
  let text;
  try {
    response = await fetch(path, { ...options, headers, cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) });
    text = await response.text();
  } catch (failure) {
    throw new Problem({
      title: 'unreachable',
      detail: `The endpoint does not answer: ${failure.message}.`,
      action: 'Check that the job is running; this page goes on trying.',
      reason: 'UNREACHABLE',
      retryable: true,
    });
  }
  let json;
  try {
    json = parse(text);
  } catch {
    json = null;
  }
  if (response.ok && json !== null) return json;
  throw new Problem({
    title: json?.title ?? `status ${response.status}`,
    detail: json?.detail ?? 'The answer is not one of a query endpoint.',
    action: json?.action ?? 'Check the address, and proxies on the way.',
    reason: json?.reason ?? `HTTP ${response.status}`,
    retryable: json?.retryable ?? false,
    code: json?.code,
    executed: json?.executed,
    problems: json?.problems,
    reasons: json?.reasons,
  });
}

/** A number with digits that those of the browser have no room for; counts as the nearest of them. */
class Decimal {
  constructor(source) {
    this.source = source;
  }

  valueOf() {
    return Number(this.source);
  }

  toString() {
    return this.source;
  }
}

/** The digits of a number without zeros at its ends, and its exponent. */
function digitsOf(text) {
  const [, sign, before, behind = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:e(.+))?$/i.exec(text);
  const digits = (before + behind).replace(/^0+/, '');
  const kept = digits.replace(/0+$/, '');
  return kept === '' ? `${sign}0` : `${sign}${kept}e${Number(exponent) - behind.length + digits.length - kept.length}`;
}

function exact(value, source) {
  if (/^-?\d+$/.test(source)) return Number.isSafeInteger(value) ? value : BigInt(source);
  return Number.isFinite(value) && digitsOf(String(value)) === digitsOf(source) ? value : new Decimal(source);
}

/** As JSON.parse, but numbers keep all their digits where the browser can tell them. */
export function parse(text) {
  return JSON.parse(text, (key, value, context) =>
    typeof value === 'number' && context?.source ? exact(value, context.source) : value,
  );
}

/** Whether this is a number of what parse gives. */
export const isNumber = (value) => typeof value === 'number' || typeof value === 'bigint' || value instanceof Decimal;

/** As JSON.stringify, with what parse gives. */
export function stringify(value, indent) {
  return JSON.stringify(
    value,
    (key, part) => (isNumber(part) && typeof part !== 'number' ? (JSON.rawJSON?.(String(part)) ?? Number(part)) : part),
    indent,
  );
}

/** The wall-clock time of a timestamp: its upper bits count milliseconds since 2020. */
export function timeOf(timestamp) {
  return new Date(Number((BigInt(timestamp) >> PHYSICAL_SHIFT) + EPOCH_MS));
}
