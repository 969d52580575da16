/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.testing;

import io.tspoon.query.testing.BookedBank.Seen;
import io.tspoon.query.testing.Http.Answer;
import io.tspoon.testing.Bank;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.http.HttpTimeoutException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Asks for a whole {@link BookedBank} and for its accounts one by one, without pause and in a
 * thread of its own. Each answer has to be right, or to say why there is none and that one may ask
 * again.
 */
public final class BankReader implements AutoCloseable {
    private static final Set<String> PASSING =
            Set.of("NOT_READY", "MOVED", "TIMEOUT", "OVERLOADED");
    private static final int UNAVAILABLE = 503;
    private static final String GRAPH = "/v1/graphs/bank";
    private static final String KEYS =
            IntStream.range(0, BookedBank.ACCOUNTS)
                    .mapToObj(Integer::toString)
                    .collect(Collectors.joining(",", "[", "]"));
    private static final String READS =
            ("'timeoutMs':3000,'reads':[{'state':'%1$s','keys':%3$s},{'state':'%2$s','keys':%3$s},"
                            + "{'state':'%1$s','aggregate':{'compute':"
                            + "{'n':{'count':true},'sum':{'sum':'/value'}}}},"
                            + "{'state':'%2$s','aggregate':{'compute':"
                            + "{'lost':{'sum':'/value/lost'},'moves':{'sum':'/value/moves'}}}}]")
                    .formatted(Bank.BALANCE.name(), BookedBank.BOOK.name(), KEYS);

    private final Http http;
    private final Mode mode;
    private final Supplier<Seen> shown;
    private final Consumer<Seen> show;
    private final boolean gateway;
    private final Thread thread;
    private final Map<String, Integer> refusals = new TreeMap<>();
    private volatile boolean stopped;
    private volatile long answers;
    private volatile @Nullable Throwable failure;
    private long token;
    private int away;

    /** What a request asks for. */
    public enum Mode {
        /** Of one account only, what is newest: that waits for no other account. */
        NEWEST,
        SNAPSHOT,
        FRESH,
        AFTER
    }

    /** What is behind the address. */
    public enum Endpoint {
        /** The server of a process that is not there between two runs of the job's tasks. */
        TASK_MANAGER,
        /** A process that is always there. */
        GATEWAY
    }

    /**
     * Begins to ask.
     *
     * @param shown what is known to have happened; nothing if it may be undone
     * @param show told what each answer has shown
     */
    public BankReader(
            String address,
            Endpoint endpoint,
            Mode mode,
            Supplier<Seen> shown,
            Consumer<Seen> show) {
        this.http = new Http(address);
        this.mode = mode;
        this.shown = shown;
        this.show = show;
        this.gateway = endpoint == Endpoint.GATEWAY;
        thread = new Thread(this::run, "reader-" + endpoint + "-" + mode);
        thread.start();
    }

    /** Waits until so many more questions were answered. */
    public void awaitAnswers(int more) throws Exception {
        long enough = answers + more;
        Await.until(
                "answers to " + this,
                () -> {
                    check();
                    return answers >= enough;
                });
    }

    /** Fails if an answer was wrong. */
    public void check() {
        Throwable wrong = failure;
        if (wrong != null) {
            throw new AssertionError(this + ": " + wrong.getMessage(), wrong);
        }
    }

    /** How many questions were answered; those about one account count if there are no others. */
    public long answers() {
        return answers;
    }

    @Override
    public void close() throws InterruptedException {
        stopped = true;
        thread.join();
    }

    @Override
    public String toString() {
        synchronized (refusals) {
            return thread.getName() + ", answers=" + answers + ", away=" + away + ", " + refusals;
        }
    }

    private void run() {
        int round = 0;
        while (!stopped && failure == null) {
            try {
                if (mode != Mode.NEWEST) {
                    askBank();
                }
                askAccount(round++ % BookedBank.ACCOUNTS);
            } catch (HttpTimeoutException e) {
                failure = e;
            } catch (IOException e) {
                if (gateway) {
                    failure = e;
                }
                synchronized (refusals) {
                    away++;
                }
            } catch (Exception | AssertionError e) {
                failure = e;
            }
        }
    }

    private void askBank() throws Exception {
        Seen seen = shown.get();
        token = Math.max(token, seen.newest());
        String when =
                switch (mode) {
                    case NEWEST, SNAPSHOT -> "";
                    case FRESH -> "'consistency':'fresh',";
                    case AFTER -> "'after':'" + token + "',";
                };
        Answer answer = http.post(GRAPH + "/query", "{" + when + READS + "}");
        if (!isAnswered(answer)) {
            return;
        }
        Map<Integer, Long> moves = checkBank(answer.json().path("results"), seen);
        show.accept(new Seen(checkTime(answer), moves));
        answers++;
    }

    /** Gives the moves of each account. */
    private Map<Integer, Long> checkBank(JsonNode reads, Seen seen) {
        Map<Integer, Long> movesOf = new HashMap<>();
        long sum = 0;
        long lost = 0;
        long moves = 0;
        for (int i = 0; i < BookedBank.ACCOUNTS; i++) {
            long balance = entry(reads, 0, i).asLong(-1);
            JsonNode book = entry(reads, 1, i);
            assertThat(balance + book.path("lost").asLong())
                    .as("account %d, %s, %s", i, balance, book)
                    .isEqualTo(Bank.OPENING);
            movesOf.put(i, checkIncluded(i, book, seen));
            sum += balance;
            lost += book.path("lost").asLong();
            moves += book.path("moves").asLong();
        }
        assertThat(sum).isEqualTo(BookedBank.TOTAL);
        assertThat(lost).isZero();
        assertThat(moves % 2).isZero();
        JsonNode balances = reads.path(2).path("values");
        assertThat(balances.path("sum").asLong(-1))
                .isEqualTo(balances.path("n").asLong() * Bank.OPENING);
        JsonNode books = reads.path(3).path("values");
        assertThat(books.path("lost").asLong(-1)).isZero();
        assertThat(books.path("moves").asLong(-1)).isEqualTo(moves);
        return movesOf;
    }

    private static JsonNode entry(JsonNode reads, int read, int account) {
        JsonNode entry = reads.path(read).path("entries").path(account);
        assertThat(entry.path("key").asInt(-1)).isEqualTo(account);
        return entry.path("value");
    }

    private void askAccount(int account) throws Exception {
        Seen seen = shown.get();
        token = Math.max(token, seen.newest());
        String when =
                switch (mode) {
                    case NEWEST, SNAPSHOT -> "";
                    case FRESH -> "?consistency=fresh";
                    case AFTER -> "?after=" + token;
                };
        String state = BookedBank.BOOK.name();
        Answer answer = http.get(GRAPH + "/states/" + state + "/keys/" + account + when);
        if (isAnswered(answer)) {
            long moves = checkIncluded(account, answer.json().path("value"), seen);
            show.accept(new Seen(checkTime(answer), Map.of(account, moves)));
            answers += mode == Mode.NEWEST ? 1 : 0;
        }
    }

    /** Gives the moves. */
    private long checkIncluded(int account, JsonNode book, Seen seen) {
        long moves = book.path("moves").asLong(-1);
        if (mode == Mode.FRESH || mode == Mode.AFTER) {
            assertThat(moves)
                    .as("moves of account %d", account)
                    .isGreaterThanOrEqualTo(seen.moves().getOrDefault(account, 0L));
        }
        return moves;
    }

    /** Gives the timestamp. */
    private long checkTime(Answer answer) {
        long timestamp = answer.json().path("timestamp").asLong(-1);
        if (mode == Mode.AFTER) {
            assertThat(timestamp).isGreaterThanOrEqualTo(token);
            token = timestamp;
        }
        return timestamp;
    }

    /** Whether there is an answer; if there is none, it says so as it should. */
    private boolean isAnswered(Answer answer) {
        if (answer.status() == 200) {
            return true;
        }
        assertThat(answer.status()).as(answer.json().toString()).isEqualTo(UNAVAILABLE);
        assertThat(answer.reason()).as(answer.json().toString()).isIn(PASSING);
        assertThat(answer.json().path("retryable").asBoolean()).isTrue();
        assertThat(answer.json().path("detail").asText()).isNotEmpty();
        synchronized (refusals) {
            refusals.merge(answer.reason(), 1, Integer::sum);
        }
        return false;
    }
}
