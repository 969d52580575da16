/* SPDX-License-Identifier: Apache-2.0 */
import { get, stringify } from './api.js';
import { Chart } from './chart.js';
import { byId, element } from './dom.js';
import { typeName } from './schema.js';

const whole = new Intl.NumberFormat('en');

export const pathOf = (graph) => `v1/jobs/${encodeURIComponent(graph.job)}/graphs/${encodeURIComponent(graph.name)}`;

/** The charts of one t-graph, fed each second. */
export class Pulse {
  constructor(graph) {
    this.path = `${pathOf(graph)}/metrics`;
    this.last = null;
    this.commits = new Chart('Commits', '/s', [{ style: 's1' }]);
    this.aborts = new Chart('Aborts', '/s', [{ style: 's2' }]);
    this.retries = new Chart('Retries', '/s', [{ style: 's3' }]);
    this.latency = new Chart('Latency', 'ms', [
      { name: 'p50', style: 's5' },
      { name: 'p99', style: 's4' },
    ]);
    this.oldest = new Chart('Oldest transaction in flight', 'ms', [{ style: 's4' }]);
    this.again = new Chart('Runs again for each access', '', [{ style: 's3' }]);
    this.objections = new Chart('Objections', '/s', [{ style: 's2' }]);
    this.uncertain = new Chart('Transactions on values that may change', '', [
      { name: 'most', style: 's4' },
      { name: 'allowed', style: 's5' },
    ]);
    this.batches = new Chart('Batches pending', '', [{ style: 's3' }]);
    this.triggers = new Chart('Triggers waiting', '', [{ style: 's3' }]);
    this.arrange({});
  }

  /** Attempts are repeated; in chains only accesses are. Batches and triggers are not everywhere. */
  arrange({ chains, batches, triggersWaiting }) {
    const kinds = [chains, batches, triggersWaiting].map((kind) => kind !== undefined).join();
    if (this.kinds === kinds) return;
    this.kinds = kinds;
    const own = chains ? [this.again, this.objections, this.uncertain] : [this.retries];
    const waiting = [...(batches ? [this.batches] : []), ...(triggersWaiting === undefined ? [] : [this.triggers])];
    const charts = [this.commits, this.aborts, ...own, this.latency, this.oldest, ...waiting];
    byId('charts').replaceChildren(...charts.map((chart) => chart.node));
  }

  async beat() {
    try {
      this.show(await get(this.path));
    } catch (problem) {
      this.gap();
      throw problem;
    }
  }

  show(measured) {
    const now = { ...measured, ...measured.chains };
    this.arrange(measured);
    const rate = (counter) => rateOf(this.last, now, counter);
    this.commits.push([rate('committed')]);
    this.aborts.push([rate('aborted')]);
    this.retries.push([rate('retries')]);
    this.again.push([ratio(rate('repeatedRuns'), rate('firstRuns'))]);
    this.objections.push([rate('objections')]);
    this.uncertain.push([now.speculativeTransactions ?? null, now.speculationDepth ?? null]);
    this.latency.push([now.latencyP50Ms, now.latencyP99Ms]);
    this.oldest.push([now.stableLagMs]);
    this.batches.push([now.batches?.pending ?? null]);
    this.triggers.push([now.triggersWaiting ?? null]);
    this.last = now;
    showOutcomes(now);
    byId('graph-detail').textContent = detailOf(now);
  }

  gap() {
    this.last = null;
    const single = [this.commits, this.aborts, this.retries, this.again, this.objections, this.oldest, this.batches, this.triggers];
    for (const chart of single) chart.push([null]);
    for (const chart of [this.latency, this.uncertain]) chart.push([null, null]);
  }
}

function detailOf({ inFlight, committed, batches, triggersWaiting, horizonHolder }) {
  const oldest = batches?.pending > 0 ? `, the oldest for ${whole.format(batches.oldestMs)} ms` : '';
  return [
    `${whole.format(inFlight)} in flight, ${whole.format(committed)} committed so far`,
    ...(batches ? [`batches pending: ${whole.format(batches.pending)}${oldest}`] : []),
    ...(triggersWaiting === undefined ? [] : [`triggers waiting: ${whole.format(triggersWaiting)}`]),
    ...(horizonHolder ? [`chains wait for ${horizonHolder}`] : []),
  ].join('; ');
}

let shownOutcomes = '';

function showOutcomes(measured) {
  const { abortReasons = [], hottestKeys = [], keyGroups = [], lastTransactions = [] } = measured; // older servers have none
  byId('outcomes-section').hidden = lastTransactions.length + keyGroups.length === 0;
  byId('last-panel').hidden = lastTransactions.length === 0;
  byId('groups-panel').hidden = keyGroups.length === 0;
  byId('groups').replaceChildren(...keyGroups.map(groupsRow));
  const outcomes = stringify({ abortReasons, hottestKeys, lastTransactions });
  if (outcomes === shownOutcomes) return; // a selection of text stays
  shownOutcomes = outcomes;
  byId('causes-panel').hidden = abortReasons.length === 0;
  byId('causes').replaceChildren(...abortReasons.map(causeRow));
  byId('hottest-panel').hidden = hottestKeys.length === 0;
  byId('hottest').replaceChildren(...hottestKeys.map(hotRow));
  byId('last').replaceChildren(...lastTransactions.map(outcomeRow));
}

function causeRow(cause) {
  return element(
    'tr',
    {},
    element('td', { class: 'number' }, whole.format(cause.transactions)),
    element('td', {}, cause.kind),
    element('td', { class: 'mono' }, cause.operator),
    element('td', { class: 'long' }, cause.rule || 'other rules'),
  );
}

function hotRow(hot) {
  return element(
    'tr',
    {},
    element('td', { class: 'mono' }, hot.state),
    element('td', { class: 'mono' }, typeof hot.key === 'string' ? hot.key : stringify(hot.key)),
    element('td', { class: 'number' }, String(hot.instance)),
    element('td', { class: 'number' }, `${(100 * hot.share).toFixed(1)} %`),
  );
}

function groupsRow(balance) {
  const hottest = balance.hottest.slice(0, 3).map((hot) => `${hot.group}: ${(100 * hot.share).toFixed(1)} %`);
  return element(
    'tr',
    {},
    element('td', { class: 'mono' }, balance.state),
    element('td', { class: 'number' }, whole.format(Math.round(balance.accessesPerS))),
    element('td', { class: 'number' }, `${balance.busiest.toFixed(2)} x`),
    element('td', { class: 'number' }, `${balance.reachable.toFixed(2)} x`),
    element('td', { class: 'mono' }, hottest.join(', ')),
  );
}

function outcomeRow(one) {
  const [reason] = one.reasons;
  const text = reason && [reason.rule, reason.detail].filter((part) => part !== '').join(', ');
  const where = reason && [reason.operator, reason.key].filter((part) => part !== '').join(' ');
  return element(
    'tr',
    {},
    element('td', { class: 'mono' }, one.key || '–'),
    element('td', { class: 'mono' }, one.entrance || '–'),
    element('td', {}, one.outcome === 'COMMITTED' ? 'committed' : 'aborted'),
    element('td', { class: 'mono' }, one.timestamp),
    element('td', { class: 'number' }, whole.format(one.attempts)),
    element('td', { class: 'long' }, reason ? `${text} (${where})` : '–'),
  );
}

/** Per second; not known across a restart of coordinators, which begin at 0 again. */
export function rateOf(before, now, counter) {
  if (before === null || now.coordinators !== before.coordinators) return null;
  const seconds = (now.timeMs - before.timeMs) / 1000;
  const growth = Number(now[counter]) - Number(before[counter]);
  return seconds > 0 && growth >= 0 ? growth / seconds : null;
}

const ratio = (part, whole) => (part === null || !(whole > 0) ? null : part / whole);

export function showTabs(graphs, current, choose) {
  const tabs = graphs.map((graph) =>
    element(
      'button',
      { type: 'button', 'aria-pressed': String(graph === current), title: `Job ${graph.job}`, onclick: () => choose(graph) },
      jobs(graphs) > 1 ? `${graph.name} · ${graph.jobName}` : graph.name,
    ),
  );
  byId('graphs').replaceChildren(...tabs);
  byId('graphs').hidden = graphs.length < 2;
}

const jobs = (graphs) => new Set(graphs.map((graph) => graph.job)).size;

let shownStates = '';

export function showGraph(summary, graph) {
  byId('graph-heading').textContent = graph.name;
  byId('graph-heading').title = `Job ${summary.jobName}, ${graph.job}`;
  const ready = graph.health === 'READY';
  byId('health').className = `badge ${ready ? 'good' : 'warn'}`;
  byId('health').textContent = ready ? 'ready' : 'not ready';
  byId('health').title = graph.detail ?? '';
  const states = stringify(graph.states);
  if (states === shownStates) return; // a selection of text stays
  shownStates = states;
  byId('states').replaceChildren(...graph.states.map(stateRow));
}

/** How parallel a t-graph is, and how its last change went; null where nobody can tell. */
export function showParallelism(found) {
  const text = found === null ? '' : parallelismOf(found);
  byId('parallelism').hidden = found === null;
  if (byId('parallelism').textContent !== text) byId('parallelism').textContent = text; // a selection stays
}

const parallelismOf = ({ parallelism, maxParallelism, change }) =>
  `parallelism ${parallelism} of at most ${whole.format(maxParallelism)}${change ? `; ${changeOf(change)}` : ''}`;

function changeOf({ by, from, to, passed, phase, restarts, detail }) {
  const phases = passed.map((one) => `${one.phase.toLowerCase()} ${whole.format(one.ms)} ms`);
  const end = detail ? `${phase.toLowerCase()}, ${detail}` : phase.toLowerCase();
  const who = by === 'GUARD' ? 'repaired by the guard' : 'changed';
  return `last ${who} from ${from} to ${to}: ${[...phases, end].join(', ')}; restarts: ${restarts}`;
}

function stateRow(state) {
  const ready = state.readyInstances === state.parallelism;
  return element(
    'tr',
    {},
    element('td', { class: 'mono' }, state.name),
    element('td', { class: 'mono' }, typeName(state.keySchema)),
    element('td', { class: 'mono long' }, typeName(state.valueSchema)),
    element('td', { class: 'number' }, state.keys === null || state.keys === undefined ? '–' : whole.format(state.keys)),
    element('td', { class: 'number' }, ready ? state.parallelism : `${state.readyInstances} of ${state.parallelism}`),
    element('td', { class: 'long' }, state.constraint || '–'),
    element('td', { class: 'long' }, ...indexesOf(state)),
    element('td', { class: 'number' }, state.retentionMs ? `${whole.format(state.retentionMs / 1000)} s` : '–'),
  );
}

/** Each index with what it is about; one that does not serve says so. */
function indexesOf(state) {
  const { indexes = [] } = state; // older servers have none
  if (indexes.length === 0) return ['–'];
  return indexes.map(({ field, status, entries, bytes }) =>
    element(
      'span',
      { class: status === 'READY' ? 'mono' : 'mono muted', title: `${whole.format(entries)} entries, ${whole.format(Math.ceil(bytes / 1_000))} kB` },
      status === 'READY' ? `${field} ` : `${field} (${status.toLowerCase()}) `,
    ),
  );
}
