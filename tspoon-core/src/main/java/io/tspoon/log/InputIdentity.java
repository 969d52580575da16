/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

/**
 * What an input element is recognized by when its source gives it again: the key of its
 * transaction, or a digest of its bytes.
 *
 * @param key what the user's key function gave; empty if there is none
 * @param contentHigh high half of the digest; 0 if there is a key
 * @param contentLow low half of the digest; 0 if there is a key
 */
public record InputIdentity(String key, long contentHigh, long contentLow) {

    /** The identity of an element whose transaction has a key. */
    public static InputIdentity ofKey(String key) {
        return new InputIdentity(key, 0, 0);
    }
}
