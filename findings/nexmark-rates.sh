#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Event times of Nexmark where the rate is to change every five seconds, between 10,000/s and 1,000/s.
#
# Library: nexmark 0.2.0 (crate, RateShape), on a Rust toolchain
# Behaviour: with "square", all events of a period are as far apart as the first rate says; the second rate only tells
#   how many events a period has. If the first rate is the higher one, the second half is silent. If it is the lower
#   one, event time runs on until 55 s, and goes back by 45 s where the next period begins. With "sine" from a lower to
#   a higher rate all events have one time.
# Matters: after time went back, windows in front of a t-graph drop as late what it was to be measured with. Give both
#   rates one value, and vary the rate at which the events are sent.
# Output seen:
#   square, 10000/s and 1000/s: 55000 events in 10 s
#     in seconds 1, 3, 6, 8: [10000, 10000, 0, 0]
#     the last one at 5.5 s, the next one at 10 s
#   square, 1000/s and 10000/s: 55000 events in 10 s
#     in seconds 1, 3, 6, 8: [1000, 1000, 1000, 1000]
#     the last one at 55 s, the next one at 10 s
#   sine, 1000/s to 10000/s: 55000 events, at 1 time
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.bash"

mkdir src
cat >src/main.rs <<'RUST'
use nexmark::config::{NexmarkConfig, RateShape};
use nexmark::EventGenerator;

fn main() {
    for (first, next) in [(10_000, 1_000), (1_000, 10_000)] {
        let period = 5 * (first + next);
        let times = times(RateShape::Square, first, next, 2 * period);
        let in_second = |second: u64| times[..period].iter().filter(|time| **time / 1000 == second).count();
        println!("square, {first}/s and {next}/s: {period} events in 10 s");
        println!("  in seconds 1, 3, 6, 8: {:?}", [1, 3, 6, 8].map(in_second));
        println!("  the last one at {} s, the next one at {} s", seconds(times[period - 1]), seconds(times[period]));
    }
    let mut times = times(RateShape::Sine, 1_000, 10_000, 55_000);
    let events = times.len();
    times.dedup();
    println!("sine, 1000/s to 10000/s: {events} events, at {} time", times.len());
}

fn times(rate_shape: RateShape, first_rate: usize, next_rate: usize, events: usize) -> Vec<u64> {
    let config = NexmarkConfig { base_time: 0, rate_shape, first_rate, next_rate, rate_period: 10, ..Default::default() };
    EventGenerator::new(config).take(events).map(|event| event.timestamp()).collect()
}

fn seconds(millis: u64) -> f64 {
    (millis as f64 / 100.0).round() / 10.0
}
RUST

crates nexmark=0.2.0
rust_program | as_seen
