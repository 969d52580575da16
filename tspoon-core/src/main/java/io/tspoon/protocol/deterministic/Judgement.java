/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.deterministic;

import io.tspoon.protocol.ProtocolException;
import io.tspoon.protocol.Timestamps;

import org.apache.flink.annotation.Internal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Tells a close operator up to which id everything is final: its <em>horizon</em>.
 *
 * <p>All participants speak to all closes, each on a channel that keeps its order. A participant
 * says up to where it has judged, and speaks of a transaction only if it objects, or is asked to
 * assume an abort. So commits cost no message: what all have judged is committed unless there is
 * news of it.
 *
 * <p>The horizon may pass a transaction with news once all of its participants assume the same of
 * it. If somebody objects, all of them must have objected or applied the notice to assume an abort;
 * if nobody does, nobody may assume an abort any more. Then the parts above were judged on the true
 * outcome. The horizon stays where it is as long as a participant doubts a transaction below it: an
 * outdated notice may make it judge later ones on a wrong assumption. The proof is in ADR 0033.
 *
 * <p>Invariants: the horizon never goes back; the news up to the horizon are decided, those above
 * are not. Confined to the thread of the close operator. Cost: nothing for each transaction; for
 * one with news, a few words and a search.
 *
 * <p>Not final, and its methods not private, so that tests can break its rules.
 */
@Internal
public class Judgement {
    private final int participants;
    private final Notices notices;
    private final NewsList news = new NewsList();

    /** News below the horizon that a participant may doubt. */
    private final List<News> doubted = new ArrayList<>();

    private final long[] judged;
    private final long[] settled;
    private long horizon = Timestamps.NONE;

    /** How many news are below the horizon. */
    private int decided;

    /**
     * @param participants number of participants of the t-graph
     */
    public Judgement(int participants, Notices notices) {
        this.participants = participants;
        this.notices = notices;
        this.judged = new long[participants];
        this.settled = new long[participants];
        Arrays.fill(judged, Timestamps.NONE);
        Arrays.fill(settled, Timestamps.NONE);
    }

    /**
     * A participant judges that its part of a transaction fails.
     *
     * @param instances number of participants of the transaction
     * @param slot by what this coordinator finds the transaction; negative if it is another one's
     */
    public void objection(int participant, long id, int instances, int slot) {
        News about = newsOf(id);
        about.instances = instances;
        about.own = slot >= 0;
        about.slot = slot;
        about.objecting.add(participant);
        changed(about);
    }

    /** A participant judges that its part does not fail after all. */
    public void withdrawal(int participant, long id) {
        News about = newsOf(id);
        about.objecting.remove(participant);
        changed(about);
    }

    /** A participant has applied a notice. */
    public void applied(int participant, long id, boolean abort) {
        News about = newsOf(id);
        if (abort) {
            about.noticed.add(participant);
        } else {
            about.noticed.remove(participant);
        }
        changed(about);
    }

    private News newsOf(long id) {
        News found = news.find(id);
        if (found != null) {
            return found;
        }
        News added = new News(id, participants);
        news.add(added);
        if (id <= horizon) {
            decided++; // without news up to now, so it is committed
            close(added);
        }
        return added;
    }

    private void changed(News about) {
        if (about.id <= horizon && !doubted.contains(about)) {
            doubted.add(about);
        }
        if (about.own && !about.closed) {
            giveNotice(about, !about.objecting.isEmpty());
        }
    }

    private void giveNotice(News about, boolean abort) {
        if (about.noticedAbort != abort) {
            about.noticedAbort = abort;
            notices.assume(about.slot, about.id, abort);
        }
    }

    /**
     * A participant has judged everything up to an id, and nothing changes there up to another one.
     * To be called after what else comes with this news.
     */
    public void progress(int participant, long judgedUpTo, long settledUpTo) {
        if (settledUpTo < settled[participant] || judgedUpTo < settledUpTo) {
            throw new ProtocolException(
                    "[TSP-2524] Cannot take back what is settled: participant="
                            + participant
                            + ", settled="
                            + settledUpTo
                            + ", before="
                            + settled[participant]
                            + ", judged="
                            + judgedUpTo);
        }
        judged[participant] = judgedUpTo(judged[participant], judgedUpTo);
        settled[participant] = settledUpTo;
    }

    /** The newest one counts: a participant that has to judge again has not judged. */
    long judgedUpTo(long before, long now) {
        return now;
    }

    /**
     * One of this coordinator's own transactions is decided, perhaps above the horizon: all of its
     * votes are certain, or one is certain and against it. To be called after all objections that
     * came with these votes.
     *
     * @param conditional whether participants object if it is aborted
     */
    public void decidedEarly(long id, boolean aborted, boolean conditional) {
        News about = news.find(id);
        if (about != null) {
            giveNotice(about, aborted);
            about.closed = true;
        } else if (aborted && conditional) {
            throw new ProtocolException(
                    "[TSP-2525] Cannot abort transaction: no participant objects, transaction="
                            + id);
        }
    }

    /** Moves the horizon as far as it may go, and returns it. */
    public long advance() {
        if (!doubted.isEmpty()) {
            doubted.removeIf(about -> !isDoubted(about));
        }
        if (doubted.isEmpty()) {
            horizon = Math.max(horizon, decideUpTo(lowest(judged)));
            forget();
        }
        return horizon;
    }

    /** Whether a participant where the transaction is not settled assumes something else. */
    boolean isDoubted(News about) {
        for (int participant = 0; participant < participants; participant++) {
            if (settled[participant] < about.id && about.isDoubtedAt(participant)) {
                return true;
            }
        }
        return false;
    }

    /** Decides what has news, up to the first transaction that is not agreed on. */
    private long decideUpTo(long limit) {
        while (decided < news.size() && news.get(decided).id <= limit) {
            News next = news.get(decided);
            if (!isAgreed(next)) {
                return next.id - 1;
            }
            decide(next);
            decided++;
        }
        return limit;
    }

    boolean isAgreed(News about) {
        return about.isAgreed();
    }

    private void decide(News about) {
        about.decide();
        if (about.own && about.aborted) {
            notices.aborted(about.id);
        }
        if (about.own) {
            close(about);
        }
    }

    /** After the last notice, F may pass the transaction: nothing may follow. */
    void close(News about) {
        about.closed = true;
    }

    /** Nobody speaks of what is settled everywhere. */
    private void forget() {
        if (decided > 0) {
            long upTo = Math.min(lowest(settled), horizon);
            decided -= news.below(upTo + 1);
            news.forget(upTo);
        }
    }

    private static long lowest(long[] values) {
        return values[indexOfLowest(values)];
    }

    private static int indexOfLowest(long[] values) {
        int lowest = 0;
        for (int i = 1; i < values.length; i++) {
            lowest = values[i] < values[lowest] ? i : lowest;
        }
        return lowest;
    }

    /** Up to this id everything is final, of all coordinators. */
    public long horizon() {
        return horizon;
    }

    /**
     * The participant that has judged least, by what it has said last: the horizon waits for it.
     */
    public int holder() {
        return indexOfLowest(judged);
    }

    /**
     * The transaction on whose outcome participants must agree before the horizon moves; {@link
     * Timestamps#NONE} if there is none.
     */
    public long disputed() {
        if (!doubted.isEmpty()) {
            return doubted.get(0).id;
        }
        boolean stops = decided < news.size() && news.get(decided).id <= lowest(judged);
        return stops ? news.get(decided).id : Timestamps.NONE;
    }

    /** The number of transactions of which there is news. */
    public int remembered() {
        return news.size();
    }
}
