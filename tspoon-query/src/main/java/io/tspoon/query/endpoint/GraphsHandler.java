/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.endpoint;

import io.tspoon.query.route.ListedGraph;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Lists the t-graphs of a job, or of all jobs. */
record GraphsHandler(Bodies bodies) implements JobHandler {
    @Override
    public CompletableFuture<HttpAnswer> handle(Job job, PathRequest request) {
        return handle(CompletableFuture.completedFuture(List.of(job)), request);
    }

    CompletableFuture<HttpAnswer> handle(CompletableFuture<List<Job>> chosen, PathRequest request) {
        request.requireNoParameters();
        return chosen.thenCompose(
                all -> {
                    List<CompletableFuture<List<ListedGraph>>> lists =
                            all.stream().map(job -> job.router().graphs().list()).toList();
                    return CompletableFuture.allOf(lists.toArray(CompletableFuture[]::new))
                            .handle((ignored, failure) -> bodies.write(json(lists)));
                });
    }

    /** Leaves out jobs that do not answer. If none answers, fails with the reason of the first. */
    private static ObjectNode json(List<CompletableFuture<List<ListedGraph>>> lists) {
        List<CompletableFuture<List<ListedGraph>>> answered =
                lists.stream().filter(list -> !list.isCompletedExceptionally()).toList();
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ArrayNode graphs = json.putArray("graphs");
        for (CompletableFuture<List<ListedGraph>> list : answered.isEmpty() ? lists : answered) {
            list.join().forEach(graph -> graphs.add(AnswerJson.of(graph)));
        }
        return json;
    }
}
