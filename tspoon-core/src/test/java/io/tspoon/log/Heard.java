/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import static org.assertj.core.api.Assertions.assertThat;

/** What a log has said of durable tickets and of its failure. */
final class Heard implements LogWriter.Durable, LogFailure {
    private static final long PATIENCE_SECONDS = 30;

    private final BlockingQueue<Long> tickets = new LinkedBlockingQueue<>();
    private final BlockingQueue<Throwable> failures = new LinkedBlockingQueue<>();

    @Override
    public void durable(long ticket) {
        tickets.add(ticket);
    }

    @Override
    public void failed(Throwable cause) {
        failures.add(cause);
    }

    /** All tickets heard of until this one, and with it. */
    List<Long> await(long ticket) throws InterruptedException {
        List<Long> heard = new ArrayList<>();
        Long last = null;
        while (last == null || last < ticket) {
            last = tickets.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
            assertThat(last).as("ticket after %s", heard).isNotNull();
            heard.add(last);
        }
        return heard;
    }

    Throwable awaitFailure() throws InterruptedException {
        Throwable failure = failures.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        assertThat(failure).isNotNull();
        return failure;
    }

    boolean nothing() {
        return tickets.isEmpty() && failures.isEmpty();
    }
}
