/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import org.apache.flink.annotation.PublicEvolving;

import java.util.IdentityHashMap;

/** The answers to several questions, all from one snapshot. */
@PublicEvolving
public final class Answers {
    private final IdentityHashMap<Question<?>, Object> values;

    Answers(IdentityHashMap<Question<?>, Object> values) {
        this.values = values;
    }

    /**
     * Returns the answer to one of the questions.
     *
     * @param question the same object that was asked
     * @throws IllegalArgumentException if it was not asked
     */
    public <T> T to(Question<T> question) {
        Object value = values.get(question);
        if (value == null) {
            throw new IllegalArgumentException(
                    "[TSP-5108] Cannot give answer: the question was not asked, question="
                            + question
                            + ". Pass the same object that was asked.");
        }
        @SuppressWarnings("unchecked")
        T answer = (T) value;
        return answer;
    }
}
