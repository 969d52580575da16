/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import org.apache.flink.annotation.Internal;

/**
 * Identifies an input element, to recognize it when its source delivers it again: by the key of its
 * transaction, or by a digest of its bytes.
 *
 * @param key the key from the user's key function, behind the name of the entrance if it has one;
 *     empty if there is none
 * @param contentHigh high half of the digest; 0 if there is a key
 * @param contentLow low half of the digest; 0 if there is a key
 */
@Internal
public record InputIdentity(String key, long contentHigh, long contentLow) {

    /** Returns the identity of an element whose transaction has a key. */
    public static InputIdentity ofKey(String key) {
        return new InputIdentity(key, 0, 0);
    }

    /** The key without the name of the entrance. */
    public String keyAlone() {
        return EntranceKeys.key(key);
    }

    /** Whether it is a digest, and not a key. */
    public boolean isContent() {
        return (contentHigh | contentLow) != 0;
    }

    /** Name of the entrance that an element with a key has come by; empty if it has none. */
    public String entrance() {
        return EntranceKeys.entrance(key);
    }

    /** As {@link #ofKey(String)}, for an element that has come by an entrance with a name. */
    public static InputIdentity ofKey(String entrance, String key) {
        return ofKey(EntranceKeys.written(entrance, key));
    }
}
