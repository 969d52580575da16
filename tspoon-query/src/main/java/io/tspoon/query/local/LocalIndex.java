/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.local;

import io.tspoon.index.IndexDefinition;
import io.tspoon.query.request.EntryTypes;
import io.tspoon.query.request.IndexedField;

import com.fasterxml.jackson.databind.JsonNode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An index of an instance, as far as it is trusted. Its function says what a part of a value is,
 * and so does JSON. Only while both say the same can the index answer in place of a scan. So it is
 * tried before it is used for the first time, and each entry that is read is looked at. Any thread
 * may use it.
 */
final class LocalIndex {
    private static final Logger LOG = LoggerFactory.getLogger(LocalIndex.class);

    /** The number of entries, from each end of the index, that are looked at before it is used. */
    static final int TRIED = 64;

    private final String where;
    private final IndexedField field;
    private volatile boolean tried;
    private volatile boolean trusted;

    /** An entry says something else than the index. Thrown and caught within a scan. */
    static final class Distrusted extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Distrusted() {
            super(null, null, false, false);
        }
    }

    /**
     * @param where graph, state and instance, for messages
     */
    LocalIndex(IndexDefinition definition, EntryTypes types, String where) {
        this.where = where;
        field = new IndexedField(definition, types);
        trusted = field.fits();
        if (!trusted) {
            LOG.warn(
                    "[TSP-4320] Not using index: the part of the JSON of values that its name names"
                            + " is of another type than what its function gives, {}, index={},"
                            + " part={}, schema={}. Name the part as queries do, or give an index"
                            + " whose function gives that part",
                    where,
                    field.index(),
                    field.pointer(),
                    field.schema());
        }
    }

    String name() {
        return field.index();
    }

    String pointer() {
        return field.pointer();
    }

    boolean isTrusted() {
        return trusted;
    }

    /** Whether it still has to be tried. */
    boolean isUntried() {
        return !tried;
    }

    /** It has been tried. */
    void tried() {
        tried = true;
    }

    /** Looks at an entry. */
    void look(Object key, Object value, JsonNode keyJson, JsonNode valueJson) {
        if (trusted && !field.isSame(key, value, keyJson, valueJson)) {
            trusted = false;
            LOG.warn(
                    "[TSP-4321] Not using index any more: for an entry its function gives something"
                            + " else than the JSON of the value has under its name, {}, index={},"
                            + " part={}, key={}. Let the function give the part itself, unchanged",
                    where,
                    field.index(),
                    field.pointer(),
                    keyJson);
        }
    }
}
