/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.leaderboard;

import java.util.Objects;

/**
 * A vote by telephone: one transaction of the job.
 *
 * @param id the vote's name, which no other vote has
 * @param phone number that it came from
 * @param contestant whom it is for
 */
public record Vote(String id, String phone, String contestant) {
    public Vote {
        Objects.requireNonNull(id, "id is missing");
        Objects.requireNonNull(phone, "phone is missing");
        Objects.requireNonNull(contestant, "contestant is missing");
    }
}
