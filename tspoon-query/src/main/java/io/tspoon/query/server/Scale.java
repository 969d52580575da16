/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import io.tspoon.flink.directory.RemoteCluster;
import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;
import io.tspoon.query.bound.Failures;
import io.tspoon.query.bound.Timer;
import io.tspoon.query.json.JsonMapping;
import io.tspoon.query.scale.Change;
import io.tspoon.query.scale.GraphParallelism;
import io.tspoon.query.scale.JobVertex;
import io.tspoon.query.scale.ParallelismKnob;
import io.tspoon.query.scale.Wanted;

import org.apache.flink.annotation.Internal;

import java.io.PrintStream;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Changes the parallelism of a t-graph from the command line, and waits until it is done. */
@Internal
public final class Scale {
    private static final String PATIENT = "when-slots-come";
    private static final String USAGE =
            """
            Usage: Scale FLINK_REST_ADDRESS JOB GRAPH [PARALLELISM] [when-slots-come] [--NAME VALUE]...

            FLINK_REST_ADDRESS  such as http://localhost:8081
            JOB                 id or name of the job
            GRAPH               name of the t-graph
            PARALLELISM         of all its vertices; without it, the command tells what they have
            when-slots-come     change even if there are too few slots now
            --NAME VALUE        an option of Flink that begins with security. or rest.
            --options FILE      more of these, in a properties file\
            """;

    private static final int FIRST_OPTION = 3;
    private static final int USED_WRONGLY = 2;
    private static final long POLL_MS = 100;

    private final RemoteCluster cluster;
    private final ParallelismKnob knob;
    private final PrintStream out;

    private Scale(RemoteCluster cluster, ParallelismKnob knob, PrintStream out) {
        this.cluster = cluster;
        this.knob = knob;
        this.out = out;
    }

    /** Runs the command, and ends the process with 0 if the change is made. */
    public static void main(String[] args) throws Exception {
        System.exit(run(System.out, args));
    }

    /** Runs the command; 0 if all is well, 1 if not, 2 if it is used in a wrong way. */
    static int run(PrintStream out, String... args) throws Exception {
        List<String> words = Arrays.stream(args).takeWhile(one -> !one.startsWith("--")).toList();
        List<String> options = List.of(args).subList(words.size(), args.length);
        if (words.size() < FIRST_OPTION
                || words.size() > FIRST_OPTION + 2
                || (words.size() > FIRST_OPTION + 1 && !words.get(FIRST_OPTION + 1).equals(PATIENT))
                || !areOfFlink(options)) {
            out.println(USAGE);
            return USED_WRONGLY;
        }
        ScheduledExecutorService threads = Executors.newScheduledThreadPool(1);
        Timer timer =
                (delayMs, action) -> {
                    var later = threads.schedule(action, delayMs, TimeUnit.MILLISECONDS);
                    return () -> later.cancel(false);
                };
        try (RemoteCluster cluster =
                RemoteCluster.connect(
                        URI.create(words.get(0)),
                        Gateway.options(Arrays.copyOfRange(args, words.size() - 1, args.length)))) {
            RemoteFlink flink = new RemoteFlink(cluster, JsonMapping.standard().mapper());
            ParallelismKnob knob = new ParallelismKnob(flink, timer, System::currentTimeMillis);
            return new Scale(cluster, knob, out).run(words);
        } catch (IllegalArgumentException e) { // of a number, an address or an option
            out.println(USAGE);
            out.println(e.getMessage());
            return USED_WRONGLY;
        } finally {
            threads.shutdownNow();
        }
    }

    /** Whether each option has a value, and is one of Flink's or a file with options. */
    private static boolean areOfFlink(List<String> options) {
        boolean all = options.size() % 2 == 0;
        for (int i = 0; i < options.size(); i += 2) {
            all &= options.get(i).matches("--((security|rest)[.].+|options)");
        }
        return all;
    }

    private int run(List<String> words) throws InterruptedException {
        try {
            String job = id(words.get(1));
            String graph = words.get(2);
            if (words.size() == FIRST_OPTION) {
                tell(knob.find(job, graph).join());
                return 0;
            }
            Wanted wanted =
                    new Wanted(
                            Integer.parseInt(words.get(FIRST_OPTION)),
                            words.size() > FIRST_OPTION + 1);
            return follow(job, knob.change(job, graph, wanted).join());
        } catch (CompletionException | QueryException e) {
            out.println(Failures.of(e).getMessage());
            return 1;
        }
    }

    /** The one running job of this id, or of this name. */
    private String id(String job) {
        List<RemoteCluster.Job> running = running();
        List<String> ids =
                running.stream()
                        .filter(one -> one.id().equals(job) || one.name().equals(job))
                        .map(RemoteCluster.Job::id)
                        .toList();
        if (ids.isEmpty()) {
            throw new QueryException(
                    FailureReason.UNKNOWN_JOB,
                    "[TSP-4183] Cannot find job: none of this id or name runs, job="
                            + job
                            + ", running="
                            + running.stream().map(one -> one.name() + ' ' + one.id()).toList()
                            + ".");
        }
        if (ids.size() > 1 && !ids.contains(job)) {
            throw new QueryException(
                    FailureReason.AMBIGUOUS_JOB,
                    "[TSP-4184] Cannot choose job: several of this name run, job="
                            + job
                            + ", ids="
                            + ids
                            + ". Give an id instead.");
        }
        return ids.contains(job) ? job : ids.get(0);
    }

    private List<RemoteCluster.Job> running() {
        try {
            return cluster.jobs().join();
        } catch (CompletionException e) {
            throw RemoteFlink.failure(RemoteFlink.JOBS, e);
        }
    }

    private void tell(GraphParallelism found) {
        for (JobVertex vertex : found.graph().vertices()) {
            out.println(
                    vertex.id()
                            + "  parallelism="
                            + vertex.parallelism()
                            + " upperBound="
                            + found.bounds().upper(vertex.id())
                            + "  "
                            + vertex.name());
        }
    }

    private int follow(String job, GraphParallelism begun) throws InterruptedException {
        Change change = begun.change();
        int told = 0;
        while (change != null && !change.isOver()) {
            told = tell(change, told);
            TimeUnit.MILLISECONDS.sleep(POLL_MS);
            change = knob.last(job, begun.graph()); // asks nobody, so a restart does not matter
        }
        if (change == null) {
            return 1;
        }
        tell(change, told);
        out.println(
                change.phase()
                        + " parallelism="
                        + change.to()
                        + " restarts="
                        + change.restarts()
                        + (change.detail().isEmpty() ? "" : " " + change.detail()));
        return change.phase() == Change.Phase.DONE ? 0 : 1;
    }

    private int tell(Change change, int told) {
        List<Change.Passed> passed = change.passed();
        for (Change.Passed one : passed.subList(Math.min(told, passed.size()), passed.size())) {
            out.println(one.phase() + " " + one.ms() + " ms");
        }
        return passed.size();
    }
}
