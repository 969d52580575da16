/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.harness;

import jdk.jfr.Configuration;
import jdk.jfr.Recording;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Path;
import java.text.ParseException;

/** A JFR recording with the settings {@code profile}, written when it is closed; or none at all. */
public final class FlightRecorder implements AutoCloseable {
    private final @Nullable Recording recording;
    private final @Nullable String file;

    private FlightRecorder(@Nullable Recording recording, @Nullable String file) {
        this.recording = recording;
        this.file = file;
    }

    /**
     * Begins to record.
     *
     * @param file where to write the recording; null for none
     */
    public static FlightRecorder start(@Nullable String file) {
        if (file == null) {
            return new FlightRecorder(null, null);
        }
        try {
            Recording recording = new Recording(Configuration.getConfiguration("profile"));
            recording.start();
            return new FlightRecorder(recording, file);
        } catch (IOException | ParseException e) {
            throw new BenchmarkException("Cannot record: file=" + file, e);
        }
    }

    @Override
    public void close() {
        if (recording == null || file == null) {
            return;
        }
        try (Recording ending = recording) {
            ending.dump(Path.of(file));
        } catch (IOException e) {
            throw new BenchmarkException("Cannot write recording: file=" + file, e);
        }
    }
}
