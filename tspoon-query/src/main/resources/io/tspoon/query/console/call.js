/* SPDX-License-Identifier: Apache-2.0 */
import { parse, post, stringify } from './api.js';
import { asCurl } from './curl.js';
import { byId, element } from './dom.js';
import { pathOf } from './graph.js';
import { problemBox, reasonOf } from './result.js';
import { example, typeName } from './schema.js';

const TRANSACT = 'write states';

/** The call box: sends what the form says as a call, and shows its outcome. */
export class CallBox {
  constructor() {
    this.graph = null;
    this.runs = 0; // only the newest run shows what comes of it
    byId('call').addEventListener('submit', (event) => {
      event.preventDefault();
      this.run();
    });
    byId('call').addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) this.run();
    });
    byId('procedure').addEventListener('change', () => this.newProcedure());
    byId('new-key').addEventListener('click', () => this.newKey());
    byId('request').addEventListener('input', () => {
      if (this.told) this.newKey(); // another request under the key would be refused
    });
  }

  /** Shows what can be called; keeps what has been typed unless that is something else. */
  show(graph) {
    const callees = calleesOf(graph);
    const known = (of) => stringify([of?.job, of?.name, calleesOf(of)]);
    const same = known(this.graph) === known(graph);
    this.graph = graph;
    byId('call-section').hidden = callees.length === 0;
    if (same) return;
    byId('procedure').replaceChildren(...callees.map(({ name }) => element('option', {}, name)));
    if (callees.length > 0) this.newProcedure();
  }

  get callee() {
    const callees = calleesOf(this.graph);
    return callees.find(({ name }) => name === byId('procedure').value) ?? callees[0];
  }

  newProcedure() {
    const { requestSchema, answerSchema } = this.callee;
    byId('request').value = stringify(example(requestSchema), 2);
    byId('call-types').textContent = answerSchema ? `${typeName(requestSchema)} → ${typeName(answerSchema)}` : '';
    byId('outcome').replaceChildren();
    byId('call-run').disabled = false;
    this.runs++;
    this.newKey();
  }

  newKey() {
    this.told = false;
    byId('call-key').value = uuid();
  }

  async run() {
    const run = ++this.runs;
    byId('call-run').disabled = true;
    try {
      const request = this.request();
      const started = performance.now();
      const outcome = await post(request.path, request.text, { 'Idempotency-Key': request.key });
      if (run === this.runs) this.tell(outcome, request, performance.now() - started);
    } catch (problem) {
      if (problem.reason === 'FAILED') this.told = true; // an outcome, too
      if (run === this.runs) byId('outcome').replaceChildren(problemBox(problem, () => this.run()));
    } finally {
      if (run === this.runs) byId('call-run').disabled = false;
    }
  }

  request() {
    const text = byId('request').value;
    try {
      parse(text);
    } catch (failure) {
      throw new TypeError(`The request is not JSON: ${failure.message}`);
    }
    return { path: `${pathOf(this.graph)}/${this.callee.path}?wait=${byId('wait').value}`, text, key: byId('call-key').value };
  }

  tell(outcome, request, tookMs) {
    this.told = true;
    const committed = outcome.outcome === 'COMMITTED';
    const notes = [outcome.repeated && 'the outcome of an earlier request', outcome.durable && 'durable'].filter(Boolean);
    byId('outcome').replaceChildren(
      element(
        'p',
        { class: 'row' },
        element('span', { class: `badge ${committed ? 'good' : 'warn'}` }, committed ? 'committed' : 'aborted'),
        element('span', { class: 'muted' }, 'timestamp ', element('span', { class: 'mono' }, outcome.timestamp)),
        element('span', { class: 'muted' }, notes.join(', ')),
        element('span', { class: 'muted' }, `${Math.max(1, Math.round(tookMs))} ms`),
      ),
      ...outcome.reasons.map(reasonOf),
      outcome.emitted.length > 0 ? element('pre', { class: 'mono scroll' }, stringify(outcome.emitted, 2)) : '',
      asCurl(request),
    );
  }
}

/** What can be called of a t-graph, and with which path below it. */
function calleesOf(graph) {
  const procedures = (graph?.procedures ?? []).map((procedure) => ({
    ...procedure,
    path: `calls/${encodeURIComponent(procedure.name)}`,
  }));
  return graph?.transact ? [...procedures, { ...graph.transact, name: TRANSACT, path: 'transact' }] : procedures;
}

/** Random, also where the page comes over plain HTTP, for which browsers have no function. */
function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const text = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join('-');
}
