/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.testing;

import io.tspoon.log.ForwardingLog;
import io.tspoon.log.ForwardingLogReader;
import io.tspoon.log.ForwardingLogWriter;
import io.tspoon.log.LogFailure;
import io.tspoon.log.LogMark;
import io.tspoon.log.LogReader;
import io.tspoon.log.LogRecords;
import io.tspoon.log.LogWriter;
import io.tspoon.log.LoggedTransaction;
import io.tspoon.log.WriteAheadLog;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/**
 * A log that a test holds back, loses, breaks and repairs while a job writes to it. The hooks are
 * those of the process, found by a name that is unique to the test.
 */
public final class HookedLog extends ForwardingLog {
    private static final long serialVersionUID = 1L;
    private static final ConcurrentMap<String, Hooks> HOOKS = new ConcurrentHashMap<>();

    private final String name;

    /**
     * @param name unique to the test
     * @param log does the work
     */
    public HookedLog(String name, WriteAheadLog log) {
        super(log);
        this.name = name;
        HOOKS.put(name, new Hooks());
    }

    /** What the test does to the log. */
    public Hooks hooks() {
        return HOOKS.get(name);
    }

    @Override
    public LogWriter openWriter(String graph, int part, LogFailure failure) throws IOException {
        Hooks hooks = hooks();
        Writer writer = new Writer(super.openWriter(graph, part, failure), part, failure, hooks);
        hooks.change(() -> hooks.writers.add(writer));
        return writer;
    }

    @Override
    public LogReader openReader(String graph, int part, long position) throws IOException {
        return new Reader(super.openReader(graph, part, position), hooks());
    }

    @Override
    public void deleteBefore(String graph, int part, long position) throws IOException {
        if (hooks().takeDeletion()) {
            throw new IOException("hooked: Input/output error");
        }
        super.deleteBefore(graph, part, position);
    }

    /** Hooks of all parts together; for any thread. */
    public static final class Hooks {
        private final List<Writer> writers = new ArrayList<>();
        private final List<LoggedTransaction> appended = new ArrayList<>();
        private final Map<Integer, List<LoggedTransaction>> appendedByPart = new HashMap<>();
        private final Set<Integer> lostParts = new HashSet<>();
        private final List<Runnable> held = new ArrayList<>();
        private boolean holds;
        private boolean holdsReads;
        private boolean isReading;
        private int maxHeaderBytes = Integer.MAX_VALUE;
        private boolean loses;
        private int writersToBreak;
        private int rollsToFail;
        private int readsToFail;
        private int deletionsToFail;

        /** Whatever becomes durable from now on, nobody is told so until {@link #release}. */
        public synchronized void hold() {
            holds = true;
        }

        /** Tells what was held back, in order. */
        public synchronized void release() {
            holds = false;
            held.forEach(Runnable::run);
            held.clear();
        }

        /** Recoveries wait from now on before they read what was logged, until {@link #read}. */
        public synchronized void holdReads() {
            holdsReads = true;
            isReading = false;
        }

        /** Lets recoveries read. */
        public synchronized void read() {
            change(() -> holdsReads = false);
        }

        /** Waits until a recovery is held back. */
        public void awaitReading() throws Exception {
            await(() -> isReading, TimeUnit.SECONDS.toMillis(Patience.SECONDS));
        }

        /** No longer header can be written from now on. */
        public synchronized void limitHeaders(int bytes) {
            maxHeaderBytes = bytes;
        }

        /** What is appended from now on never reaches the log, until {@link #repair}. */
        public synchronized void lose() {
            loses = true;
        }

        /** The same for one part only. */
        public synchronized void lose(int part) {
            lostParts.add(part);
        }

        /**
         * Every append and every new segment fails from now on, until so many writers were opened.
         */
        public synchronized void breakDisk(int writersUntilRepair) {
            writersToBreak = writersUntilRepair;
        }

        private synchronized boolean isBroken() {
            return writers.size() < writersToBreak;
        }

        /** Nothing is lost or held any more; what was held is forgotten. */
        public synchronized void repair() {
            loses = false;
            lostParts.clear();
            writersToBreak = 0;
            holds = false;
            held.clear();
        }

        /** So many of the next segments cannot be begun. */
        public synchronized void failRolls(int times) {
            rollsToFail = times;
        }

        /** So often the next transaction cannot be read. */
        public synchronized void failReads(int times) {
            readsToFail = times;
        }

        /** So often parts that are not written any more cannot be deleted. */
        public synchronized void failDeletions(int times) {
            deletionsToFail = times;
        }

        /** Whether all failures that were asked for have happened. */
        public synchronized boolean isQuiet() {
            return rollsToFail == 0 && readsToFail == 0 && deletionsToFail == 0;
        }

        /**
         * Lets the job fail: no writer writes any more or says that anything is durable, and each
         * says that it cannot write. Those of the next run find the log repaired.
         */
        public void failJob() {
            List<Writer> all;
            synchronized (this) {
                all = List.copyOf(writers);
                all.forEach(writer -> writer.stop("no power"));
                repair();
            }
            all.forEach(Writer::fail);
        }

        /** What the job has appended up to now. */
        public synchronized List<LoggedTransaction> appended() {
            return List.copyOf(appended);
        }

        /** What was appended to one part up to now, lost or not. */
        public synchronized List<LoggedTransaction> appended(int part) {
            return List.copyOf(appendedByPart.getOrDefault(part, List.of()));
        }

        private void add(int part, List<LoggedTransaction> more) {
            appended.addAll(more);
            appendedByPart.computeIfAbsent(part, any -> new ArrayList<>()).addAll(more);
        }

        /** How many writers were opened up to now. */
        public synchronized int opened() {
            return writers.size();
        }

        /** Waits until so many transactions were appended. */
        public void awaitAppended(int count) throws Exception {
            await(() -> appended.size() >= count, TimeUnit.SECONDS.toMillis(Patience.SECONDS));
        }

        /** Waits until so many writers were opened. */
        public void awaitOpened(int count) throws Exception {
            await(() -> writers.size() >= count, TimeUnit.SECONDS.toMillis(Patience.SECONDS));
        }

        /** Waits until all failures that were asked for have happened. */
        public void awaitQuiet() throws Exception {
            await(this::isQuiet, TimeUnit.SECONDS.toMillis(Patience.SECONDS));
        }

        /** Whether more than so many transactions are appended within the time. */
        public boolean appendsMoreThan(int count, long ms) throws InterruptedException {
            return happens(() -> appended.size() > count, ms);
        }

        /** Whether more than so many writers are opened within the time. */
        public boolean opensMoreThan(int count, long ms) throws InterruptedException {
            return happens(() -> writers.size() > count, ms);
        }

        private boolean happens(BooleanSupplier condition, long ms) throws InterruptedException {
            try {
                await(condition, ms);
                return true;
            } catch (TimeoutException e) {
                return false;
            }
        }

        private synchronized void await(BooleanSupplier condition, long ms)
                throws InterruptedException, TimeoutException {
            long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ms);
            while (!condition.getAsBoolean()) {
                long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
                if (left <= 0) {
                    throw new TimeoutException("appended=" + appended.size());
                }
                wait(left);
            }
        }

        private synchronized void awaitReads() throws InterruptedIOException {
            change(() -> isReading = true);
            try {
                while (holdsReads) {
                    wait();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("hooked: interrupted");
            }
        }

        private synchronized int maxHeaderBytes() {
            return maxHeaderBytes;
        }

        private synchronized void change(Runnable change) {
            change.run();
            notifyAll();
        }

        private synchronized boolean takeRoll() {
            boolean fails = rollsToFail > 0;
            change(() -> rollsToFail = Math.max(0, rollsToFail - 1));
            return fails || isBroken();
        }

        private synchronized boolean takeDeletion() {
            boolean fails = deletionsToFail > 0;
            change(() -> deletionsToFail = Math.max(0, deletionsToFail - 1));
            return fails;
        }

        private synchronized boolean takeRead() {
            boolean fails = readsToFail > 0;
            change(() -> readsToFail = Math.max(0, readsToFail - 1));
            return fails;
        }
    }

    private static final class Writer extends ForwardingLogWriter {
        private final int part;
        private final LogFailure failure;
        private final Hooks hooks;
        private volatile @Nullable IOException failed;

        Writer(LogWriter writer, int part, LogFailure failure, Hooks hooks) {
            super(writer);
            this.part = part;
            this.failure = failure;
            this.hooks = hooks;
        }

        @Override
        public void onDurable(Durable listener) {
            super.onDurable(
                    ticket -> {
                        synchronized (hooks) {
                            if (failed != null) {
                                return;
                            }
                            if (hooks.holds) {
                                hooks.held.add(() -> listener.durable(ticket));
                            } else {
                                listener.durable(ticket);
                            }
                        }
                    });
        }

        @Override
        public void append(long ticket, byte[] records, int length) {
            synchronized (hooks) {
                if (hooks.isBroken()) {
                    stop("No space left on device");
                }
                if (failed != null) {
                    fail();
                    return;
                }
                hooks.change(() -> hooks.add(part, decode(records, length)));
                if (hooks.loses || hooks.lostParts.contains(part)) {
                    return;
                }
            }
            super.append(ticket, records, length);
        }

        private void stop(String reason) {
            failed = new IOException("hooked: " + reason);
        }

        private void fail() {
            failure.failed(Objects.requireNonNull(failed));
        }

        private static List<LoggedTransaction> decode(byte[] records, int length) {
            List<LoggedTransaction> decoded = new ArrayList<>();
            int offset = 0;
            while (offset < length) {
                int begin = offset + LogRecords.PREFIX_BYTES;
                offset = begin + ByteBuffer.wrap(records, offset, 4).getInt();
                try {
                    byte[] record = Arrays.copyOfRange(records, begin, offset);
                    if (!LogMark.is(record)) {
                        decoded.add(LoggedTransaction.decode(record));
                    }
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            }
            return decoded;
        }

        @Override
        public long roll(byte[] header) throws IOException {
            if (hooks.takeRoll()) {
                throw new IOException("hooked: No space left on device");
            }
            if (header.length > maxHeaderBytes()) {
                throw new IOException("hooked: header is too large, bytes=" + header.length);
            }
            return super.roll(header);
        }

        @Override
        public int maxHeaderBytes() {
            return Math.min(super.maxHeaderBytes(), hooks.maxHeaderBytes());
        }

        /** As real logs do: says again that something could not be written. */
        @Override
        public void close() throws IOException {
            super.close();
            IOException reason = failed;
            if (reason != null) {
                throw new IOException("Cannot close log: " + reason.getMessage(), reason);
            }
        }
    }

    private static final class Reader extends ForwardingLogReader {
        private final Hooks hooks;

        Reader(LogReader reader, Hooks hooks) {
            super(reader);
            this.hooks = hooks;
        }

        @Override
        public byte @Nullable [] nextRecord() throws IOException {
            hooks.awaitReads();
            byte[] record = super.nextRecord();
            if (record != null && hooks.takeRead()) {
                throw new IOException("hooked: Input/output error");
            }
            return record;
        }
    }
}
