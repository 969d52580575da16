/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.history;

import org.apache.flink.api.common.functions.MapFunction;

/**
 * Notes the time at which a request is given to the t-graph, and chooses the requests at which the
 * job fails.
 */
final class InvocationStamp implements MapFunction<Request, Request> {
    private static final long serialVersionUID = 1L;

    private final String run;

    InvocationStamp(String run) {
        this.run = run;
    }

    @Override
    public Request map(Request request) {
        return request.failing(Recorder.of(run).invoked(request.number(), System.nanoTime()));
    }
}
