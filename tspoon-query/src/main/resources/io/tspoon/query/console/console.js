/* SPDX-License-Identifier: Apache-2.0 */
import { get, useToken } from './api.js';
import { CallBox } from './call.js';
import { byId } from './dom.js';
import { pathOf, Pulse, showGraph, showParallelism, showTabs } from './graph.js';
import { QueryBox } from './query.js';
import { problemBox } from './result.js';

const BEAT_MS = 1000;
const BEATS_PER_SURVEY = 5;
const THEME = 'tspoon.theme';

const box = new QueryBox();
const calls = new CallBox();
let current = null;
let pulse = null;
let beats = 0;
let refused = false;

/** T-graphs whose parallelism nobody tells. */
const untold = new Set();

/** Those whose parallelism is being asked for. */
const asked = new Set();

/** Looks which t-graphs there are and what states the current one has. */
async function survey() {
  const { graphs } = await get('v1/graphs');
  const again = graphs.find((graph) => graph.job === current?.job && graph.name === current?.name);
  if (!again) pulse = null;
  current = again ?? graphs[0] ?? null;
  for (const id of ['graph', 'states-section', 'query-section']) byId(id).hidden = current === null;
  if (current === null) {
    for (const id of ['call-section', 'outcomes-section']) byId(id).hidden = true;
  }
  if (current === null) {
    throw Object.assign(new Error('No t-graph can be read here yet.'), {
      title: 'nothing to show',
      action: 'Start a job with a t-graph that is queryable; this page goes on looking.',
    });
  }
  showTabs(graphs, current, choose);
  pulse ??= new Pulse(current);
  const chosen = current;
  const graph = await get(pathOf(chosen));
  if (chosen !== current) return;
  showGraph(chosen, graph);
  box.show(graph);
  calls.show(graph);
  tellParallelism(chosen, graph.scalable); // nothing waits for Flink, which may not answer
}

/** One question at a time: an answer may take longer than the time between two. */
async function tellParallelism(graph, scalable) {
  const key = keyOf(graph);
  if (asked.has(key)) return;
  asked.add(key);
  const parallelism = scalable && !untold.has(key) ? await parallelismOf(graph) : null;
  asked.delete(key);
  if (key === keyOf(current ?? {})) showParallelism(parallelism);
}

/** Null if Flink does not tell, as while the job restarts; with another scheduler it never does. */
async function parallelismOf(graph) {
  try {
    return await get(`${pathOf(graph)}/parallelism`);
  } catch (problem) {
    if (!problem.retryable) untold.add(keyOf(graph));
    return null;
  }
}

const keyOf = ({ job, name }) => `${job}/${name}`;

function choose(graph) {
  current = graph;
  showParallelism(null);
  pulse = null;
  beats = 0;
}

async function beat() {
  if (!document.hidden && !byId('token-dialog').open) {
    try {
      if (beats++ % BEATS_PER_SURVEY === 0 || pulse === null) await survey();
      await pulse?.beat(); // another t-graph may have been chosen meanwhile
      connected();
    } catch (problem) {
      disconnected(problem);
    }
  }
  setTimeout(beat, BEAT_MS);
}

function connected() {
  refused = false;
  badge('good', 'live');
  byId('page-problem').replaceChildren();
}

function disconnected(problem) {
  beats = 0;
  badge(problem.retryable ? 'warn' : 'bad', problem.retryable ? 'trying again' : 'not connected');
  const shown = byId('page-problem').textContent;
  const next = problemBox(problem);
  if (shown !== next.textContent) byId('page-problem').replaceChildren(next);
  if (problem.reason === 'UNAUTHENTICATED' && !refused) {
    refused = true;
    askForToken();
  }
}

function badge(kind, text) {
  const node = byId('connection');
  if (node.textContent === text) return;
  node.className = `badge ${kind}`;
  node.textContent = text;
}

function askForToken() {
  byId('bearer').value = '';
  byId('token-dialog').returnValue = '';
  byId('token-dialog').showModal();
}

function useTheme(theme) {
  if (theme === 'system') {
    delete document.documentElement.dataset.theme;
  } else {
    document.documentElement.dataset.theme = theme;
  }
  byId('theme-button').textContent = `Theme: ${theme}`;
  localStorage.setItem(THEME, theme);
}

byId('token-button').addEventListener('click', askForToken);
byId('token-dialog').addEventListener('close', () => {
  if (byId('token-dialog').returnValue === 'use') {
    useToken(byId('bearer').value.trim());
    untold.clear();
    refused = false;
    beats = 0;
  }
  byId('bearer').value = '';
});
byId('theme-button').addEventListener('click', () => {
  const themes = ['system', 'light', 'dark'];
  const theme = localStorage.getItem(THEME) ?? 'system';
  useTheme(themes[(themes.indexOf(theme) + 1) % themes.length]);
});
useTheme(localStorage.getItem(THEME) ?? 'system');
byId('where').textContent = location.host;
beat();
