/* SPDX-License-Identifier: Apache-2.0 */
import { get, post, stringify } from './api.js';
import { asCurl } from './curl.js';
import { byId, element } from './dom.js';
import { pathOf } from './graph.js';
import { numberOrJson, problemBox, summary, table } from './result.js';
import { parts, read, typeName, usualPart } from './schema.js';

const OPERATORS = [
  ['eq', '='],
  ['ne', '≠'],
  ['lt', '<'],
  ['le', '≤'],
  ['gt', '>'],
  ['ge', '≥'],
  ['prefix', 'begins with'],
  ['contains', 'contains'],
  ['in', 'is one of'],
  ['exists', 'exists'],
];

/** The query box: makes a request of what the form says, and a table of the answer. */
export class QueryBox {
  constructor() {
    this.graph = null;
    this.runs = 0; // only the newest run shows what comes of it
    this.form = byId('query');
    this.form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.run();
    });
    this.form.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) this.run();
    });
    for (const id of ['kind', 'consistency', 'function']) byId(id).addEventListener('change', () => this.arrange());
    byId('state').addEventListener('change', () => this.newState());
    byId('add-condition').addEventListener('click', () => this.addCondition().querySelector('select').focus());
    this.arrange();
  }

  /** Shows the states of a t-graph; keeps what has been typed unless the states are others. */
  show(graph) {
    const names = (of) => stringify([of?.job, of?.name, of?.states.map((state) => [state.name, state.keySchema, state.valueSchema])]);
    const same = names(this.graph) === names(graph);
    this.graph = graph;
    if (same) return;
    byId('state').replaceChildren(...graph.states.map((state) => element('option', {}, state.name)));
    byId('result').replaceChildren();
    byId('run').disabled = false;
    this.runs++;
    this.newState();
  }

  get state() {
    return this.graph.states.find((state) => state.name === byId('state').value) ?? this.graph.states[0];
  }

  newState() {
    if (!this.state) return;
    byId('key').placeholder = byId('keys').placeholder = typeName(this.state.keySchema);
    byId('conditions').replaceChildren();
    byId('part').replaceChildren(...this.partOptions());
    const pointers = parts(this.state).map(({ pointer }) => pointer);
    byId('order-by').replaceChildren(...pointers.map((pointer) => element('option', {}, pointer)));
  }

  partOptions() {
    const usual = usualPart(this.state);
    return parts(this.state).map(({ pointer }) => element('option', { selected: pointer === usual }, pointer));
  }

  /** Shows the fields that matter. */
  arrange() {
    const kind = byId('kind').value;
    const consistency = byId('consistency').value;
    const shown = {
      key: kind === 'key',
      keys: kind === 'keys',
      scan: kind === 'scan',
      aggregate: kind === 'aggregate',
      range: kind === 'scan' || kind === 'aggregate',
      part: byId('function').value !== 'count',
      token: consistency === 'at' || consistency === 'after',
    };
    for (const node of document.querySelectorAll('[data-for]')) node.hidden = !shown[node.dataset.for];
  }

  addCondition() {
    const row = element(
      'div',
      { class: 'condition' },
      element('select', { 'aria-label': 'Part' }, ...this.partOptions()),
      element('select', { 'aria-label': 'Comparison' }, ...OPERATORS.map(([value, text]) => element('option', { value }, text))),
      element('input', { 'aria-label': 'Constant', class: 'mono' }),
      element('button', { type: 'button', class: 'plain', onclick: () => row.remove() }, 'Remove'),
    );
    byId('conditions').append(row);
    return row;
  }

  async run() {
    const run = ++this.runs;
    byId('run').disabled = true;
    try {
      await this.answer(run, this.request());
    } catch (problem) {
      if (run === this.runs) byId('result').replaceChildren(problemBox(problem, () => this.run()));
    } finally {
      if (run === this.runs) byId('run').disabled = false;
    }
  }

  async answer(run, request, before = []) {
    const started = performance.now();
    const reply = await (request.body ? post(request.path, textOf(request)) : get(request.path));
    if (run !== this.runs) return;
    const took = performance.now() - started;
    if (reply.values) {
      const [[name, value]] = Object.entries(reply.values);
      const shown = value === null ? 'none' : numberOrJson(value);
      byId('result').replaceChildren(summary(`${name}: ${shown}`, reply.timestamp, took, reply), asCurl({ path: request.path, text: textOf(request) }));
      return;
    }
    const fetched = reply.entries ?? reply.results?.[0]?.entries ?? [reply];
    const entries = [...before, ...fetched];
    const text = entries.length === 1 ? '1 row' : `${numberOrJson(entries.length)} rows${reply.nextPageToken ? ', more follow' : ''}`;
    byId('result').replaceChildren(
      summary(text, reply.timestamp, took, reply.results?.[0] ?? reply),
      entries.length > 0 ? table(entries) : element('p', { class: 'muted' }, 'No entry fits.'),
      this.more(run, reply.nextPageToken, request, entries),
      asCurl({ path: request.path, text: textOf(request) }),
    );
  }

  more(run, pageToken, request, entries) {
    if (!pageToken) return '';
    const next = { path: request.path, body: { pageToken, limit: request.body.limit } };
    const button = element('button', { type: 'button', id: 'more' }, 'Next page');
    button.addEventListener('click', async () => {
      button.disabled = true;
      try {
        await this.answer(run, next, entries);
        if (run === this.runs) byId('more')?.focus();
      } catch (problem) {
        button.replaceWith(problemBox(problem, () => this.run()));
      }
    });
    return element('p', {}, button);
  }

  request() {
    const state = this.state;
    const path = pathOf(this.graph);
    const statePath = `${path}/states/${encodeURIComponent(state.name)}`;
    const key = (text) => read(text, state.keySchema);
    switch (byId('kind').value) {
      case 'key': {
        const parameters = new URLSearchParams({ key: stringify(key(byId('key').value)), ...this.when() });
        return { path: `${statePath}/value?${parameters}` };
      }
      case 'keys': {
        const lines = byId('keys').value.split('\n').filter((line) => line !== '');
        return { path: `${path}/query`, body: { ...this.when(), reads: [{ state: state.name, keys: lines.map(key) }] } };
      }
      case 'scan': {
        const orderBy = byId('order-by').value;
        const order = { order: byId('order').value, ...(orderBy !== '/key' && { orderBy }) };
        const scan = { ...this.selection(), limit: Number(byId('limit').value), ...order, ...this.explain() };
        return { path: `${statePath}/scan`, body: { ...this.when(), ...scan } };
      }
      default: {
        const name = byId('function').value;
        const compute = { [name]: { [name]: name === 'count' ? true : byId('part').value } };
        return { path: `${statePath}/aggregate`, body: { ...this.when(), ...this.selection(), compute, ...this.explain() } };
      }
    }
  }

  /** Asks for the plan where there is more than one. */
  explain() {
    return this.state.indexes?.length > 0 ? { explain: true } : {};
  }

  when() {
    const consistency = byId('consistency').value;
    if (consistency === 'fresh') return { consistency };
    if (consistency === 'snapshot') return {};
    const token = byId('token').value.trim();
    if (!/^\d{1,19}$/.test(token)) throw new TypeError('The token is missing: copy that of an earlier answer.');
    return { [consistency]: token };
  }

  selection() {
    const keys = {};
    for (const end of ['from', 'to', 'prefix']) {
      const text = byId(end).value;
      if (text !== '') keys[end] = read(text, this.state.keySchema);
    }
    const conditions = [...byId('conditions').children].map((row) => this.condition(row));
    return {
      ...(Object.keys(keys).length > 0 && { keys }),
      ...(conditions.length > 0 && { filter: conditions.length === 1 ? conditions[0] : { and: conditions } }),
    };
  }

  condition(row) {
    const [field, op] = [...row.querySelectorAll('select')].map((select) => select.value);
    const text = row.querySelector('input').value;
    if (op === 'exists') return { field, op, value: text !== 'false' };
    const { schema } = parts(this.state).find(({ pointer }) => pointer === field);
    if (op === 'in') return { field, op, value: text.split(',').map((part) => read(part.trim(), schema)) };
    if (op === 'prefix') return { field, op, value: text };
    return { field, op, value: read(text, schema) };
  }
}

const textOf = ({ body }) => (body ? stringify(body) : undefined);
