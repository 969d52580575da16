/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.linearroad;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * What comes of a message. Jackson writes it as JSON.
 *
 * @param toll of a report from a new segment; else null
 * @param alert of a report from a new segment near an accident; else null
 * @param balance of a question; else null
 * @param expenditure of a question; else null
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Answer(
        @Nullable Toll toll,
        @Nullable Alert alert,
        @Nullable Balance balance,
        @Nullable Expenditure expenditure) {
    static Answer of(Toll toll, @Nullable Alert alert) {
        return new Answer(toll, alert, null, null);
    }

    static Answer of(Balance balance) {
        return new Answer(null, null, balance, null);
    }

    static Answer of(Expenditure expenditure) {
        return new Answer(null, null, null, expenditure);
    }
}
