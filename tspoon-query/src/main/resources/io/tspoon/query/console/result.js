/* SPDX-License-Identifier: Apache-2.0 */
import { isNumber, stringify, timeOf } from './api.js';
import { element } from './dom.js';

const LONG_TEXT = 40;
const whole = new Intl.NumberFormat('en');

/** A failure in words: what happened, and what to do. */
export function problemBox(problem, retry) {
  return element(
    'div',
    { class: 'problem', role: 'alert' },
    element('strong', {}, problem.title ?? 'Not possible'),
    ' ',
    problem.reason ? element('span', { class: 'mono muted' }, [problem.reason, problem.code].filter(Boolean).join(' ')) : null,
    element('p', {}, problem.message),
    ...(problem.problems ?? []).map(({ pointer, detail }) =>
      element('p', {}, element('span', { class: 'mono' }, pointer || 'request'), `: ${detail}`),
    ),
    ...(problem.reasons ?? []).map(reasonOf),
    problem.executed ? element('p', {}, problem.executed === 'no' ? 'It was not executed.' : 'It may have been executed.') : null,
    problem.action ? element('p', {}, problem.action) : null,
    problem.retryable && retry ? element('p', {}, element('button', { type: 'button', onclick: retry }, 'Try again')) : null,
  );
}

/** Why a transaction was aborted. */
export function reasonOf({ kind, rule, operator, key, detail }) {
  const where = [operator, key, detail].filter(Boolean).join(', ');
  return element('p', {}, `${kind}: ${rule}`, element('span', { class: 'mono muted' }, ` ${where}`));
}

/** How entries were found, if the answer says so. */
function planOf({ plan, index, examined }) {
  if (plan === undefined) return '';
  return `, ${plan === 'index' ? `index ${index}` : 'scan'}, ${whole.format(examined)} examined`;
}

/** Which snapshot an answer comes from, and how long it took. */
export function summary(text, timestamp, tookMs, found = {}) {
  const copy = element('button', { type: 'button', class: 'plain' }, 'Copy token');
  copy.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(timestamp);
      copy.textContent = 'Copied';
    } catch {
      copy.textContent = 'Select it to copy';
    }
  });
  const time = timeOf(timestamp);
  const clock = Number(timestamp) ? `, ${time.toLocaleTimeString('en-GB')}.${String(time.getMilliseconds()).padStart(3, '0')}` : '';
  return element(
    'p',
    { class: 'row' },
    element('strong', {}, text),
    element('span', { class: 'muted' }, 'snapshot ', element('span', { class: 'mono' }, timestamp), clock),
    copy,
    element('span', { class: 'muted' }, `${Math.max(1, Math.round(tookMs))} ms${planOf(found)}`),
  );
}

/** Entries as a table: the fields of values that are objects become columns. */
export function table(entries) {
  const columns = columnsOf(entries);
  const head = [{ name: 'key', kind: kindOf(entries.map((entry) => entry.key)) }, ...columns];
  return element(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Rows' },
    element(
      'table',
      { class: 'rows' },
      element('thead', {}, element('tr', {}, ...head.map((column) => element('th', { scope: 'col', class: column.kind }, column.name)))),
      element('tbody', {}, ...entries.map((entry) => row(entry, columns))),
    ),
  );
}

function row(entry, columns) {
  const cells = entry.value === undefined || entry.value === null
    ? [element('td', { class: 'muted', colspan: columns.length }, 'no value')]
    : columns.map((column, index) => cell(column.of(entry.value), index === 0 && !entry.found ? 'initial value' : null));
  return element('tr', {}, cell(entry.key), ...cells);
}

function cell(value, note) {
  const text = typeof value === 'string' ? value : value === undefined ? '' : numberOrJson(value);
  const long = text.length > LONG_TEXT;
  return element(
    'td',
    { class: isNumber(value) ? 'number' : long ? 'long mono' : 'mono' },
    text,
    note ? element('small', { class: 'muted' }, ` ${note}`) : null,
  );
}

function columnsOf(entries) {
  const values = entries.map((entry) => entry.value).filter((value) => value !== undefined && value !== null);
  const flat = values.length > 0 && values.every((value) => typeof value === 'object' && !Array.isArray(value) && !isNumber(value));
  if (!flat) return [{ name: 'value', of: (value) => value, kind: kindOf(values) }];
  const names = [...new Set(values.flatMap((value) => Object.keys(value)))];
  return names.map((name) => ({ name, of: (value) => value[name], kind: kindOf(values.map((value) => value[name])) }));
}

const kindOf = (values) => (values.length > 0 && values.every(isNumber) ? 'number' : null);

export function numberOrJson(value) {
  if (typeof value === 'bigint' || Number.isInteger(value)) return whole.format(value);
  return stringify(value);
}
