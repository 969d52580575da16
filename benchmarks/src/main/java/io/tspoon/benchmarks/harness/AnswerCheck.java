/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.harness;

/** Says whether an answer is one to the request, of those that {@link HttpClients} samples. */
@FunctionalInterface
public interface AnswerCheck {
    /** Of servers that do not read what they are asked for. */
    AnswerCheck NONE = (request, answer) -> {};

    /**
     * @param request with its line and headers
     * @param answer the body of an answer with status 200
     * @throws BenchmarkException if the answer is wrong
     */
    void check(String request, String answer);
}
