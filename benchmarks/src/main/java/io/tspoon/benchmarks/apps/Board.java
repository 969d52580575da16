/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.apps;

import io.tspoon.benchmarks.harness.ElementSerializer;
import io.tspoon.benchmarks.harness.ElementTypeInfo;

import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

import java.io.IOException;
import java.util.Arrays;

/**
 * What the show stands at. When one contestant is left, the next vote begins another season with
 * all of them, so that a run never ends.
 *
 * <p>Arrays are never changed in place.
 *
 * @param votes valid votes of the season
 * @param seasonBegan number of the last vote before the season
 * @param counts votes of each contestant; {@link #OUT} for one who is out
 * @param removedAt number of the vote at which each contestant went out, of all seasons the last
 * @param recent contestants of the last 100 valid votes, the place of vote n at n modulo 100
 * @param boards the three with the most votes, the three with the fewest, the three with the most
 *     recent ones; {@link #OUT} where there are fewer
 */
public record Board(
        int votes, long seasonBegan, int[] counts, long[] removedAt, byte[] recent, byte[] boards) {
    /** Type of boards. */
    public static final ElementTypeInfo<Board> TYPE =
            new ElementTypeInfo<>(Board.class, Serializer.INSTANCE);

    static final int CONTESTANTS = 25;
    static final int OUT = -1;
    static final int RECENT = 100;
    private static final int PLACES = 3;
    private static final int BOARDS = 3;

    static Board first() {
        byte[] recent = new byte[RECENT];
        Arrays.fill(recent, (byte) OUT);
        byte[] boards = new byte[BOARDS * PLACES];
        Arrays.fill(boards, (byte) OUT);
        return new Board(0, 0, new int[CONTESTANTS], new long[CONTESTANTS], recent, boards);
    }

    boolean isIn(int contestant) {
        return counts[contestant] != OUT;
    }

    /** Whether a vote still counts: its contestant has not gone out since. */
    boolean counts(long number, int contestant) {
        return number > seasonBegan && number > removedAt[contestant];
    }

    /**
     * The board after a valid vote: boards are updated, and at every so many votes the contestant
     * with the fewest goes out.
     */
    Board after(Vote vote, int removeEvery) {
        byte[] newRecent = recent.clone();
        newRecent[votes % RECENT] = (byte) vote.contestant();
        return after(vote, removeEvery, newRecent, trend(newRecent));
    }

    /**
     * The same where the recent votes are kept elsewhere, also those of the season before.
     *
     * @param trend of the last votes those for each contestant
     */
    Board after(Vote vote, int removeEvery, int[] trend) {
        return after(vote, removeEvery, recent, trend);
    }

    private Board after(Vote vote, int removeEvery, byte[] newRecent, int[] trend) {
        int[] newCounts = counts.clone();
        newCounts[vote.contestant()]++;
        int newVotes = votes + 1;
        if (newVotes % removeEvery != 0) {
            return board(newVotes, seasonBegan, newCounts, removedAt, newRecent, trend);
        }
        long[] newRemovedAt = removedAt.clone();
        int last = extreme(newCounts, newCounts, new byte[0], 0, -1);
        newCounts[last] = OUT;
        newRemovedAt[last] = vote.number();
        if (Arrays.stream(newCounts).filter(count -> count != OUT).count() > 1) {
            return board(newVotes, seasonBegan, newCounts, newRemovedAt, newRecent, trend);
        }
        byte[] none = new byte[RECENT];
        Arrays.fill(none, (byte) OUT);
        return board(
                0, vote.number(), new int[CONTESTANTS], newRemovedAt, none, new int[CONTESTANTS]);
    }

    private static int[] trend(byte[] recent) {
        int[] trend = new int[CONTESTANTS];
        for (byte contestant : recent) {
            if (contestant != OUT) {
                trend[contestant]++;
            }
        }
        return trend;
    }

    private static Board board(
            int votes,
            long seasonBegan,
            int[] counts,
            long[] removedAt,
            byte[] recent,
            int[] trend) {
        byte[] boards = new byte[BOARDS * PLACES];
        Arrays.fill(boards, (byte) OUT);
        for (int place = 0; place < PLACES; place++) {
            boards[place] = (byte) extreme(counts, counts, boards, 0, 1);
            boards[PLACES + place] = (byte) extreme(counts, counts, boards, PLACES, -1);
            boards[2 * PLACES + place] = (byte) extreme(counts, trend, boards, 2 * PLACES, 1);
        }
        return new Board(votes, seasonBegan, counts, removedAt, recent, boards);
    }

    /**
     * Who is in, not yet on the board that begins there, and has the most of a figure, or with sign
     * -1 the least; of equal ones the first; {@link #OUT} if nobody is left.
     */
    private static int extreme(int[] counts, int[] figures, byte[] boards, int begin, int sign) {
        int best = OUT;
        for (int one = 0; one < CONTESTANTS; one++) {
            boolean isCandidate = counts[one] != OUT && !isOn(boards, begin, one);
            if (isCandidate && (best == OUT || sign * figures[one] > sign * figures[best])) {
                best = one;
            }
        }
        return best;
    }

    private static boolean isOn(byte[] boards, int begin, int contestant) {
        for (int i = begin; i < Math.min(boards.length, begin + PLACES); i++) {
            if (boards[i] == contestant) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Board that
                && votes == that.votes
                && seasonBegan == that.seasonBegan
                && Arrays.equals(counts, that.counts)
                && Arrays.equals(removedAt, that.removedAt)
                && Arrays.equals(recent, that.recent)
                && Arrays.equals(boards, that.boards);
    }

    @Override
    public int hashCode() {
        return 31 * votes + Long.hashCode(seasonBegan);
    }

    /** Writes the fields one after the other. */
    public static final class Serializer extends ElementSerializer<Board> {
        private static final long serialVersionUID = 1L;
        static final Serializer INSTANCE = new Serializer();

        @Override
        public void serialize(Board board, DataOutputView out) throws IOException {
            out.writeInt(board.votes);
            out.writeLong(board.seasonBegan);
            for (int contestant = 0; contestant < CONTESTANTS; contestant++) {
                out.writeInt(board.counts[contestant]);
                out.writeLong(board.removedAt[contestant]);
            }
            out.write(board.recent);
            out.write(board.boards);
        }

        @Override
        public Board deserialize(DataInputView in) throws IOException {
            int votes = in.readInt();
            long seasonBegan = in.readLong();
            int[] counts = new int[CONTESTANTS];
            long[] removedAt = new long[CONTESTANTS];
            for (int contestant = 0; contestant < CONTESTANTS; contestant++) {
                counts[contestant] = in.readInt();
                removedAt[contestant] = in.readLong();
            }
            byte[] recent = new byte[RECENT];
            in.readFully(recent);
            byte[] boards = new byte[BOARDS * PLACES];
            in.readFully(boards);
            return new Board(votes, seasonBegan, counts, removedAt, recent, boards);
        }

        @Override
        public Board createInstance() {
            return first();
        }

        @Override
        public TypeSerializerSnapshot<Board> snapshotConfiguration() {
            return new Snapshot();
        }
    }

    /** Has no configuration. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<Board> {
        public Snapshot() {
            super(() -> Serializer.INSTANCE);
        }
    }
}
