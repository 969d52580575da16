/* SPDX-License-Identifier: Apache-2.0 */
import { element, svg } from './dom.js';

const MOST_POINTS = 120;
const FEWEST_POINTS = 20;
const HEIGHT = 100;

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const fine = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });

export function format(number) {
  if (number === null || number === undefined) return '–';
  return Math.abs(number) >= 100 ? whole.format(number) : fine.format(number);
}

/** One small line chart of up to two minutes: a point each second, a gap where nothing is known. */
export class Chart {
  constructor(title, unit, series) {
    this.unit = unit;
    this.series = series;
    this.points = [];
    this.cursorAt = null;
    this.values = series.map((one) => element('span', { class: `value ${one.style}` }));
    this.areas = series.map((one) => svg('path', { class: `area ${one.style}` }));
    this.lines = series.map((one) => svg('path', { class: one.style }));
    this.cursor = svg('line', { class: 'cursor', y1: 0, y2: HEIGHT, visibility: 'hidden' });
    this.top = element('span');
    this.when = element('span');
    this.floor = svg('line', { x1: 0, y1: HEIGHT, y2: HEIGHT });
    this.ceiling = svg('line', { x1: 0, y1: 0, y2: 0 });
    this.picture = svg(
      'svg',
      {
        preserveAspectRatio: 'none',
        role: 'img',
        'aria-label': title,
        onpointermove: (event) => this.point(event),
        onpointerleave: () => this.leave(),
      },
      this.floor,
      this.ceiling,
      ...this.areas,
      ...this.lines,
      this.cursor,
    );
    this.node = element(
      'figure',
      { class: 'chart' },
      element('figcaption', {}, element('span', {}, title)),
      element('div', { class: 'values' }, ...this.values),
      this.picture,
      element('div', { class: 'scale' }, this.when, this.top),
    );
    this.render();
  }

  /** Adds a second; null for a series of which nothing is known. */
  push(values) {
    this.points.push(values);
    if (this.points.length > MOST_POINTS) this.points.shift();
    this.render();
  }

  point(event) {
    const box = this.picture.getBoundingClientRect();
    const column = Math.round(((event.clientX - box.left) / box.width) * this.end);
    this.cursorAt = this.end - Math.max(0, Math.min(this.end, column));
    this.render();
  }

  leave() {
    this.cursorAt = null;
    this.render();
  }

  /** Where the newest point is drawn; the first seconds take more room than later ones. */
  get end() {
    return Math.max(FEWEST_POINTS, this.points.length) - 1;
  }

  render() {
    this.picture.setAttribute('viewBox', `0 0 ${this.end} ${HEIGHT}`);
    this.floor.setAttribute('x2', this.end);
    this.ceiling.setAttribute('x2', this.end);
    const known = this.points.flat().filter((value) => value !== null && value !== undefined);
    const highest = niceCeiling(Math.max(0, ...known));
    this.series.forEach((one, index) => {
      const { line, area } = paths(this.points, index, highest, this.end);
      this.lines[index].setAttribute('d', line);
      this.areas[index].setAttribute('d', area);
    });
    this.top.textContent = `max ${format(highest)} ${this.unit}`;
    this.renderValues();
  }

  renderValues() {
    const back = this.cursorAt ?? 0;
    const shown = this.points[this.points.length - 1 - back] ?? [];
    this.series.forEach((one, index) => {
      const label = one.name ?? this.unit;
      this.values[index].replaceChildren(format(shown[index]), element('small', {}, label));
    });
    this.when.textContent = this.cursorAt === null ? `last ${this.end + 1} s` : `${back} s ago`;
    const x = this.end - back;
    this.cursor.setAttribute('x1', x);
    this.cursor.setAttribute('x2', x);
    this.cursor.setAttribute('visibility', this.cursorAt === null ? 'hidden' : 'visible');
  }
}

function paths(points, index, highest, end) {
  const first = end + 1 - points.length;
  let line = '';
  let area = '';
  let start = null;
  let last = null;
  const close = () => {
    if (start !== null) area += `L${last} ${HEIGHT}L${start} ${HEIGHT}Z`;
    start = null;
  };
  points.forEach((values, at) => {
    const value = values[index];
    if (value === null || value === undefined) {
      close();
      return;
    }
    last = first + at;
    const step = `${start === null ? 'M' : 'L'}${last} ${(HEIGHT * (1 - value / highest)).toFixed(2)}`;
    if (start === null) start = last;
    line += step;
    area += step;
  });
  close();
  return { line, area };
}

/** The next of 1, 2, 5, 10, 20, 50... */
export function niceCeiling(value) {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= value * 0.999999);
}
