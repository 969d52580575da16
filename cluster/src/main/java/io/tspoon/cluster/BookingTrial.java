/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster;

import io.tspoon.cluster.host.Await;
import io.tspoon.cluster.job.Booked;
import io.tspoon.cluster.job.Bookings;
import io.tspoon.examples.trial.SinkFiles;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/** The bookings of a {@link Trial} come to an end, while its job goes on, and are judged. */
final class BookingTrial {
    private final Trial trial;
    private long count;

    BookingTrial(Trial trial) {
        this.trial = trial;
    }

    /** Takes no more bookings, and waits until all timers have fired and all orders are gone. */
    void finish() throws IOException, InterruptedException {
        count = trial.comesSoon();
        Path closing = Bookings.closing(trial.results());
        Path written = closing.resolveSibling("closing-written");
        Files.writeString(written, Long.toString(count));
        Files.move(written, closing, StandardCopyOption.ATOMIC_MOVE);
        Await.until("all timers to fire", () -> isDecided(judge()));
    }

    private boolean isDecided(BookingVerdict verdict) {
        return verdict.isOver(count) || !verdict.violations().isEmpty();
    }

    /** Judges what the sink has: all of it when the job has ended. */
    BookingVerdict judge() throws IOException {
        List<Booked> results =
                SinkFiles.lines(Bookings.results(trial.results())).stream()
                        .map(Booked::parse)
                        .toList();
        return BookingJudge.judge(results);
    }

    /** What is wrong when the job has ended. */
    List<String> problems() throws IOException {
        return judge().problems(count);
    }
}
