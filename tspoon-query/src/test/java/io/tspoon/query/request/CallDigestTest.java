/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.request;

import io.tspoon.query.json.JsonMapping;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Requests that may differ in a type have different digests, all others the same. */
class CallDigestTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'a':1,'b':[true,null]} | { 'b' : [ true , null ] , 'a' : 1 }",
                "{'a':{'y':1,'x':2}} | {'a':{'x':2,'y':1}}",
                "'\\u0041/é' | 'A\\/\\u00e9'",
                "1.0 | 10e-1",
                "12345678901234567890123 | 12345678901234567890123",
                "-0.0 | -0.0",
                "[] | [ ]",
                "{} | { }"
            })
    void sameRequests(String one, String other) throws Exception {
        assertThat(digest(one)).isEqualTo(digest(other));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "1 | 1.0",
                "1 | 1e0",
                "1.0 | 1.00",
                "0.0 | -0.0",
                "1 | '1'",
                "null | 'null'",
                "true | 'true'",
                "[1,2] | [2,1]",
                "[[1],2] | [[1,2]]",
                "{} | []",
                "{'a':null} | {}",
                "{'a':1} | {'b':1}",
                "9007199254740993 | 9007199254740992",
                "'a' | 'A'",
                "['a,b'] | ['a','b']"
            })
    void otherRequests(String one, String other) throws Exception {
        assertThat(digest(one)).isNotEqualTo(digest(other));
    }

    @Test
    void procedureCounts() throws Exception {
        var request = JsonMapping.standard().mapper().readTree("1");
        assertThat(CallDigest.of("a", request)).isNotEqualTo(CallDigest.of("b", request));
    }

    /** It is stored: another one would make requests of before an upgrade those of others. */
    @Test
    void staysTheSame() throws Exception {
        assertThat(digest("{'from':'alice','amount':1.50}"))
                .isEqualTo(new CallDigest(3_651_374_329_614_854_380L, -2_760_445_380_667_438_202L));
        assertThat(CallDigest.shown("order-17")).matches("[0-9a-f]{16}");
    }

    private static CallDigest digest(String json) throws Exception {
        return CallDigest.of(
                "transfer", JsonMapping.standard().mapper().readTree(json.replace('\'', '"')));
    }
}
