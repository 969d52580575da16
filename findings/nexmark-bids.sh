#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A million events of Nexmark with its defaults: are bids made for open auctions, by people who are there?
#
# Library: nexmark 0.2.0 (crate), on a Rust toolchain
# Behaviour: 23 % of all bids come after the end of their auction, 5 % before its beginning, and 1 % from people who
#   follow later. An auction's end is drawn without regard to the bids, which go on for as many events as would be its
#   mean length. Half of the bids for open auctions are below the initial bid, most others no higher than an earlier
#   one.
# Matters: a t-graph that checks the rules of an auction aborts nine bids of ten, so its figures are those of aborts.
#   Queries that join bids with auctions drop a quarter of the bids in silence. Generate bids from the open auctions.
# Output seen:
#   people 20000, auctions 60000, bids 920000
#   no such auction yet: 4.5 %
#   the auction has ended: 22.9 %
#   no such bidder yet: 1.0 %
#   in time, less than the initial bid: 36.3 %
#   in time, no more than an earlier bid: 27.1 %
#   valid: 9.1 %
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.bash"

mkdir src
cat >src/main.rs <<'RUST'
use nexmark::config::NexmarkConfig;
use nexmark::event::Event;
use nexmark::EventGenerator;
use std::collections::{HashMap, HashSet};

fn main() {
    let config = NexmarkConfig { base_time: 0, ..Default::default() };
    let mut auctions = HashMap::new();
    let mut people = HashSet::new();
    let mut counts = [0; 3];
    let (mut early, mut late, mut stranger, mut low, mut beaten, mut valid) = (0, 0, 0, 0, 0, 0);
    for event in EventGenerator::new(config).take(1_000_000) {
        match event {
            Event::Person(person) => {
                counts[0] += 1;
                people.insert(person.id);
            }
            Event::Auction(auction) => {
                counts[1] += 1;
                auctions.insert(auction.id, (auction.expires, auction.initial_bid, 0));
            }
            Event::Bid(bid) => {
                counts[2] += 1;
                let known = people.contains(&bid.bidder);
                if !known {
                    stranger += 1;
                }
                match auctions.get_mut(&bid.auction) {
                    None => early += 1,
                    Some((expires, _, _)) if bid.date_time > *expires => late += 1,
                    Some((_, initial, highest)) => {
                        if bid.price < *initial {
                            low += 1;
                        } else if bid.price <= *highest {
                            beaten += 1;
                        } else if known {
                            valid += 1;
                            *highest = bid.price;
                        }
                    }
                }
            }
        }
    }
    let percent = |count: i32| (count * 100) as f64 / counts[2] as f64;
    println!("people {}, auctions {}, bids {}", counts[0], counts[1], counts[2]);
    println!("no such auction yet: {:.1} %", percent(early));
    println!("the auction has ended: {:.1} %", percent(late));
    println!("no such bidder yet: {:.1} %", percent(stranger));
    println!("in time, less than the initial bid: {:.1} %", percent(low));
    println!("in time, no more than an earlier bid: {:.1} %", percent(beaten));
    println!("valid: {:.1} %", percent(valid));
}
RUST

crates nexmark=0.2.0
rust_program | as_seen
