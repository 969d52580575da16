/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.harness;

import jdk.jfr.Configuration;
import jdk.jfr.Recording;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Path;
import java.text.ParseException;

/**
 * Writes a JFR recording of a measured span, with the settings {@code profile}; or none at all.
 *
 * <p>The first recording of a JVM makes it drop all compiled code, which then is slow for many
 * seconds. So open the recorder before the warm-up: it records from then on, and throws that away.
 */
public final class FlightRecorder implements AutoCloseable {
    private final @Nullable String file;
    private final @Nullable Recording warmUp;
    private @Nullable Recording measured;

    private FlightRecorder(@Nullable String file, @Nullable Recording warmUp) {
        this.file = file;
        this.warmUp = warmUp;
    }

    /**
     * Makes ready to record; call it before the job starts.
     *
     * @param file where to write the recording; null for none
     */
    public static FlightRecorder open(@Nullable String file) {
        return new FlightRecorder(file, file == null ? null : start());
    }

    /** The measured span begins. */
    public void begin() {
        if (file != null) {
            measured = start();
        }
    }

    private static Recording start() {
        try {
            Recording recording = new Recording(Configuration.getConfiguration("profile"));
            recording.start();
            return recording;
        } catch (IOException | ParseException e) {
            throw new BenchmarkException("Cannot record", e);
        }
    }

    /** The measured span has ended: writes the recording. */
    public void end() {
        try (Recording ending = measured) {
            if (file != null && ending != null) {
                ending.dump(Path.of(file));
            }
        } catch (IOException e) {
            throw new BenchmarkException("Cannot write recording: file=" + file, e);
        }
    }

    @Override
    public void close() {
        if (warmUp != null) {
            warmUp.close();
        }
    }
}
