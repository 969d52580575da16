/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;
import io.tspoon.query.json.JsonMapping;
import io.tspoon.query.local.LocalInstances;
import io.tspoon.query.request.WantedSnapshot;
import io.tspoon.query.route.Router;
import io.tspoon.query.testing.Await;
import io.tspoon.read.JobDirectory;
import io.tspoon.read.JobLayout;
import io.tspoon.read.ReadException;
import io.tspoon.runtime.log.LoggedMessages;

import com.fasterxml.jackson.databind.node.TextNode;
import org.apache.flink.configuration.Configuration;
import org.assertj.core.api.AbstractStringAssert;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** What readers hear of a job whose servers listen on loopback, where nobody listens. */
class UnreachableServersTest {
    private static final WantedSnapshot ANY =
            new WantedSnapshot(false, WantedSnapshot.CHOICE, 0, 60_000);
    private static final String ADDRESS = "http://127.0.0.1:1";
    private static final String FIX = "tspoon.query.bind-address";

    private final Engine engine = new Engine(Settings.of(new Configuration(), "localhost"));
    private final AtomicInteger questions = new AtomicInteger();

    @AfterEach
    void stop() {
        engine.close();
    }

    @Test
    void oneAddressOnTwoMachinesIsNotReadyAndToldOnce() throws Exception {
        Router router = router("10.0.0.1", "10.0.0.2");
        try (LoggedMessages messages = new LoggedMessages()) {
            Await.until(
                    "three questions",
                    () -> {
                        assertFails(router, FailureReason.NOT_READY)
                                .contains("servers on 10.0.0.1 and on 10.0.0.2 have the same")
                                .contains(FIX);
                        return questions.get() > 2;
                    });
            assertThat(health(router)).isEqualTo("NOT_READY");
            assertThat(messages.all())
                    .filteredOn(message -> message.contains(FIX))
                    .singleElement()
                    .asString()
                    .startsWith(
                            "[TSP-4407] Queries of job test cannot be answered: servers on"
                                    + " 10.0.0.1");
        }
    }

    /** As it is for a moment when a process has ended and another one has its port. */
    @Test
    void oneAddressOnOneMachineMayMove() {
        Router router = router("10.0.0.1", "10.0.0.1");
        try (LoggedMessages messages = new LoggedMessages()) {
            assertFails(router, FailureReason.MOVED)
                    .contains("it is out of reach, address=" + ADDRESS)
                    .endsWith("loopback is no address for it: set " + FIX + ".");
            assertThat(health(router)).isEqualTo("READY");
            assertThat(messages.all()).noneMatch(message -> message.contains(FIX));
        }
    }

    /** As after an upgrade of the job, with the gateway of before. */
    @Test
    void whatTheDirectoryLacksIsTold() {
        ReadException other =
                new ReadException(ReadException.Reason.NOT_READY, "it is of another version");
        Router router = router(() -> CompletableFuture.failedFuture(other));

        assertFails(router, FailureReason.NOT_READY).contains("it is of another version");
    }

    private static AbstractStringAssert<?> assertFails(Router router, FailureReason reason) {
        CompletableFuture<?> answer =
                router.readKey("bank", "balance", TextNode.valueOf("alice"), ANY, Runnable::run);
        CompletionException failure = catchThrowableOfType(CompletionException.class, answer::join);
        assertThat(failure.getCause())
                .isInstanceOfSatisfying(
                        QueryException.class,
                        cause -> assertThat(cause.reason()).isEqualTo(reason));
        return assertThat(failure.getCause().getMessage());
    }

    private static String health(Router router) {
        return router.graphs().list().join().get(0).health().name();
    }

    /** Of a job with an instance in a process of each host. */
    private Router router(String... hosts) {
        List<JobLayout.Instance> instances = new ArrayList<>();
        for (String host : hosts) {
            instances.add(
                    new JobLayout.Instance(instances.size(), 128, instances.size(), ADDRESS, host));
        }
        JobLayout layout =
                new JobLayout(
                        List.of(new JobLayout.State("bank", "balance", hosts.length, instances)));
        return router(
                () -> {
                    questions.incrementAndGet();
                    return CompletableFuture.completedFuture(layout);
                });
    }

    private Router router(Supplier<CompletableFuture<JobLayout>> layout) {
        JobDirectory directory =
                new JobDirectory() {
                    @Override
                    public String jobId() {
                        return "0123456789abcdef0123456789abcdef";
                    }

                    @Override
                    public String jobName() {
                        return "test";
                    }

                    @Override
                    public CompletableFuture<JobLayout> locate() {
                        return layout.get();
                    }
                };
        LocalInstances none = new LocalInstances(JsonMapping.standard());
        return engine.router(directory, none, "nowhere", null);
    }
}
