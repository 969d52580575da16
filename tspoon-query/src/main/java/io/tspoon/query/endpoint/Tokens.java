/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.endpoint;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Who may read and call, by bearer token. Keeps digests of tokens only, so that a look-up takes the
 * same time whatever a token begins with.
 *
 * <p>A file of tokens has lines {@code name scopes token}, with scopes separated by commas. Empty
 * lines, and those that begin with {@code #}, are left out.
 */
@Internal
public final class Tokens {
    /** The scope of those who may read. */
    private static final String READ = "read";

    private static final int MIN_LENGTH = 16;
    private static final int PARTS = 3;
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");
    private static final Pattern TOKEN = Pattern.compile("[!-~]*");
    private static final Pattern BLANKS = Pattern.compile("[ \\t]+");

    private final Map<String, Caller> callers = new HashMap<>();

    /**
     * @throws IllegalArgumentException if a line is none; the message has its number, and no token
     */
    public static Tokens parse(List<String> lines) {
        Tokens tokens = new Tokens();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (!line.isEmpty() && !line.startsWith("#")) {
                tokens.add(i + 1, BLANKS.split(line));
            }
        }
        return tokens;
    }

    private void add(int number, String[] parts) {
        if (parts.length != PARTS) {
            throw unfit(number, "it is not a name, scopes and a token, with blanks between");
        }
        if (!NAME.matcher(parts[0]).matches()) {
            throw unfit(number, "the name is not 1 to 64 letters, digits, _ and -");
        }
        Set<String> calls = new HashSet<>();
        boolean reads = false;
        for (String scope : parts[1].split(",", -1)) {
            if (CallScopes.isScope(scope)) {
                calls.add(scope);
            } else if (scope.equals(READ)) {
                reads = true;
            } else {
                throw unfit(
                        number,
                        "a scope is none of read, call:graph/procedure, call:graph/*, call:*,"
                                + " write:graph/state, write:graph/*, write:* and scale");
            }
        }
        if (parts[2].length() < MIN_LENGTH || !TOKEN.matcher(parts[2]).matches()) {
            throw unfit(number, "the token has fewer than 16 characters, or others than ASCII");
        }
        Caller caller = new Caller(parts[0], reads, Caller.Peering.NONE, new CallScopes(calls));
        if (callers.put(digest(parts[2]), caller) != null) {
            throw unfit(number, "the token is that of an earlier line");
        }
    }

    /** The same with a token that is no line of the file; those of the file win. */
    Tokens with(String token, Caller caller) {
        Tokens all = new Tokens();
        all.callers.putAll(callers);
        all.callers.putIfAbsent(digest(token), caller);
        return all;
    }

    /** Whether somebody owns a token. */
    public boolean has(String token) {
        return find(token) != null;
    }

    boolean isEmpty() {
        return callers.isEmpty();
    }

    /** The owner of a token; null if nobody owns it. */
    @Nullable Caller find(String token) {
        return callers.get(digest(token));
    }

    private static String digest(String token) {
        try {
            return HexFormat.of()
                    .formatHex(
                            MessageDigest.getInstance("SHA-256")
                                    .digest(token.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(
                    "[TSP-4506] Cannot make digest: Java has no SHA-256.", e);
        }
    }

    private static IllegalArgumentException unfit(int number, String why) {
        return new IllegalArgumentException(
                "[TSP-4160] Cannot read tokens-file: " + why + ", line=" + number + ".");
    }
}
