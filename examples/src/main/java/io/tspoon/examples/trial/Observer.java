/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.trial;

import java.io.BufferedInputStream;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * An observer outside the job. Tasks tell it each result over a socket as soon as the result leaves
 * the t-graph, and it forgets none, whatever happens to the job. It also writes the results to a
 * file.
 *
 * <p>One thread accepts connections, and one more reads each connection. A line that a crash cut
 * off does not count as seen.
 */
public final class Observer implements AutoCloseable {
    private static final int BACKLOG = 256;
    private static final int LAST_CALL = Integer.MAX_VALUE;
    private static final int LONGEST_LINE = 1_024;

    /** More restarts than a job has between two injected faults. */
    private static final int EPOCHS_OF_AN_ERA = 1_000;

    private final ServerSocket server;
    private final BufferedWriter file;
    private final List<Observation> observations = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();
    private final Arrivals arrivals = new Arrivals(System.nanoTime());
    private int era;
    private int epoch = -1;
    private int connected;
    private int lastCalls;

    /** Listens on this machine only. */
    public Observer(Path file) throws IOException {
        this(file, InetAddress.getLoopbackAddress());
    }

    /**
     * @param file file to write observations to
     * @param address address to listen on; the port is chosen by the system
     */
    public Observer(Path file, InetAddress address) throws IOException {
        this.file = Files.newBufferedWriter(file, StandardCharsets.US_ASCII);
        server = new ServerSocket(0, BACKLOG, address);
        start("observer", this::accept);
    }

    public int port() {
        return server.getLocalPort();
    }

    /** The address for tasks. */
    public InetSocketAddress address() {
        return new InetSocketAddress(server.getInetAddress(), server.getLocalPort());
    }

    /**
     * Begins an era. Tasks that connect from now on belong to higher epochs than all before, even
     * if they count their attempts from 0 again. Forgets pauses.
     *
     * @return the first epoch of the era
     */
    public synchronized int nextEra() {
        era++;
        arrivals.forgetPauses();
        return era * EPOCHS_OF_AN_ERA;
    }

    /** Number of transfers that have a result. */
    public synchronized int distinct() {
        return arrivals.distinct();
    }

    /** The longest time without a result in this era. */
    public synchronized Duration longestPause() {
        return arrivals.longestPause();
    }

    /** Waits for a result of this epoch or a later one; false if it takes too long. */
    public synchronized boolean awaitResult(int number, Duration patience)
            throws InterruptedException {
        return await(
                System.nanoTime() + patience.toNanos(), () -> arrivals.newestEpoch() >= number);
    }

    /** Waits until so many transfers have a result; false if it takes too long. */
    public synchronized boolean awaitDistinct(long count, Duration patience)
            throws InterruptedException {
        return await(System.nanoTime() + patience.toNanos(), () -> arrivals.distinct() >= count);
    }

    /** Waits for a task of this epoch or a later one; false if it takes too long. */
    public synchronized boolean awaitEpoch(int number, Duration patience)
            throws InterruptedException {
        return await(System.nanoTime() + patience.toNanos(), () -> epoch >= number);
    }

    /**
     * Waits until everything that was sent has arrived. The tasks must have ended.
     *
     * @throws IOException if it takes too long, or something arrived that is not a result
     */
    public void awaitAll(Duration patience) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        int calls;
        synchronized (this) {
            calls = lastCalls + 1;
        }
        // Connections are accepted in the order of their arrival, so this one is the last.
        ObserverClient.connect(address(), LAST_CALL).close();
        synchronized (this) {
            if (!await(deadline, () -> lastCalls >= calls && connected == 0)) {
                throw new IOException(
                        "Cannot gather observations: tasks are still connected, count="
                                + connected);
            }
            file.flush();
            if (!failures.isEmpty()) {
                throw new IOException("Cannot gather observations: " + failures.get(0));
            }
        }
    }

    /** The observations, in the order of arrival within each epoch. */
    public synchronized List<Observation> observations() {
        return List.copyOf(observations);
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = server.accept();
                synchronized (this) {
                    connected++;
                }
                start("observer of " + socket.getPort(), () -> read(socket));
            }
        } catch (IOException e) {
            // The server has been closed.
        }
    }

    private void read(Socket socket) {
        try (socket;
                InputStream in = new BufferedInputStream(socket.getInputStream())) {
            String first = readLine(in);
            if (first.isEmpty()) {
                return;
            }
            int number = begin(Integer.parseInt(first));
            for (String line = readLine(in); !line.isEmpty(); line = readLine(in)) {
                add(new Observation(number, Settled.parse(line)), line);
            }
        } catch (IOException e) {
            // The task or its process is gone; complete lines were kept.
        } catch (RuntimeException e) {
            fail(e);
        } finally {
            end();
        }
    }

    /** The next complete line; empty at the end. */
    private static String readLine(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                return "";
            }
            if (line.length() == LONGEST_LINE) {
                throw new IllegalArgumentException("Cannot read result: line is too long");
            }
            line.append((char) next);
        }
        return line.toString();
    }

    private synchronized int begin(int number) {
        if (number == LAST_CALL) {
            lastCalls++;
            notifyAll();
            return number;
        }
        int begun = era * EPOCHS_OF_AN_ERA + number;
        epoch = Math.max(epoch, begun);
        notifyAll();
        return begun;
    }

    private synchronized void add(Observation observation, String line) throws IOException {
        observations.add(observation);
        arrivals.add(observation.epoch(), observation.settled().number(), System.nanoTime());
        notifyAll();
        file.write(observation.epoch() + " " + line + "\n");
    }

    private synchronized void fail(RuntimeException failure) {
        failures.add(failure.toString());
    }

    private synchronized void end() {
        connected--;
        notifyAll();
    }

    private synchronized boolean await(long deadline, BooleanSupplier condition)
            throws InterruptedException {
        while (!condition.getAsBoolean()) {
            long leftMs = (deadline - System.nanoTime()) / 1_000_000;
            if (leftMs <= 0) {
                return false;
            }
            wait(leftMs);
        }
        return true;
    }

    private static void start(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        server.close();
        synchronized (this) {
            file.close();
        }
    }
}
