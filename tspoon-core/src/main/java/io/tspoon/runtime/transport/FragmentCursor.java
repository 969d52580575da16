/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.transport;

import io.tspoon.protocol.Vote;

import org.apache.flink.annotation.Internal;
import org.apache.flink.core.memory.DataInputDeserializer;

import java.io.IOException;

/**
 * Walks over the fragments that have come to a close operator and says what each of them is. Their
 * payloads must be read on the way.
 *
 * <p>One cursor serves for one block after the other. Confined to one thread.
 */
@Internal
public final class FragmentCursor {
    private FragmentRows rows = FragmentRows.toReceive();
    private int row;
    private int kind;

    /** Goes to the place before the first of the received fragments. */
    public FragmentCursor begin(FragmentRows received) {
        rows = received;
        row = -1;
        return this;
    }

    /** Goes to the next fragment, if there is one. */
    public boolean next() {
        if (++row == rows.size()) {
            return false;
        }
        kind = rows.kind(row);
        return true;
    }

    /** The number of fragments before this one, or of all after the last one. */
    public int row() {
        return row;
    }

    public int slot() {
        return rows.slot(row);
    }

    public long timestamp() {
        return rows.timestamp(row);
    }

    public long weight() {
        return rows.weight(row);
    }

    /** Its {@link ElementNumber}; 0 if there are no batches. */
    public int number() {
        return rows.number(row);
    }

    // ------------------------------------------------------------------ what it is

    /** Whether it claims an input of an earlier run. All other answers then mean nothing. */
    public boolean isClaim() {
        return FragmentKind.has(kind, FragmentKind.CLAIM);
    }

    /** Whether it is news of a chain. All other answers then mean nothing. */
    public boolean isNews() {
        return FragmentKind.has(kind, FragmentKind.NEWS);
    }

    /** What kind of news it is. */
    public ChainNews news() {
        return FragmentKind.news(kind);
    }

    /** With an objection: the number of participants of the transaction. */
    public int instances() {
        return kind & FragmentKind.INSTANCES_MASK;
    }

    /** Whether it carries a value for the open operator, and nothing else. */
    public boolean isAnswer() {
        return FragmentKind.has(kind, FragmentKind.ANSWER);
    }

    public Vote vote() {
        return FragmentKind.vote(kind);
    }

    /** With a vote to abort: whether it is about the element of a batch alone. */
    public boolean isRejection() {
        return FragmentKind.has(kind, FragmentKind.REJECTION);
    }

    /** Whether the sender holds something for the attempt. */
    public boolean isHeld() {
        return FragmentKind.has(kind, FragmentKind.HELD);
    }

    /** Whether the attempt depends on another one, whose slot and timestamp come first. */
    public boolean isDependent() {
        return FragmentKind.has(kind, FragmentKind.DEPENDENT);
    }

    /** Whether a write comes next. */
    public boolean writes() {
        return FragmentKind.has(kind, FragmentKind.WRITTEN);
    }

    /** Whether the write deletes the key. */
    public boolean isDeleted() {
        return FragmentKind.has(kind, FragmentKind.DELETED);
    }

    /** Whether the attempt wrote the key before. */
    public boolean isRewritten() {
        return FragmentKind.has(kind, FragmentKind.REWRITTEN);
    }

    /** Whether an element comes next. */
    public boolean hasElement() {
        return (kind & (FragmentKind.ELEMENT | FragmentKind.ELEMENT_IS_VALUE))
                == FragmentKind.ELEMENT;
    }

    /** Whether the written value is also an element. */
    public boolean isValueElement() {
        return FragmentKind.has(kind, FragmentKind.ELEMENT_IS_VALUE);
    }

    // ------------------------------------------------------------------ payload

    public DataInputDeserializer payload() {
        return rows.readPayload();
    }

    /** Checks that the payload of all fragments was read. */
    public void checkConsumed() throws IOException {
        rows.checkConsumed();
    }
}
