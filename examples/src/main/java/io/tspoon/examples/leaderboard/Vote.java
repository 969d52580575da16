/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.leaderboard;

import io.tspoon.examples.messages.RequiredText;

/**
 * A vote by telephone: one transaction of the job. Jackson reads it from JSON. A message that the
 * constructor refuses is malformed.
 *
 * @param id unique id of the vote
 * @param phone number of the phone
 * @param contestant contestant who gets the vote
 */
public record Vote(String id, String phone, String contestant) {
    public Vote {
        RequiredText.check("id", id);
        RequiredText.check("phone", phone);
        RequiredText.check("contestant", contestant);
    }
}
