/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.endpoint;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class TokensTest {
    private static final String SECRET = "0123456789abcdef";

    @Test
    void eachTokenHasItsScopes() {
        Tokens tokens =
                Tokens.parse(
                        List.of(
                                "# who may do what",
                                "",
                                "reader read " + SECRET + "r",
                                "\tshop  call:bank/transfer,call:stock/*\t" + SECRET + "s ",
                                "clerk write:bank/balance,write:stock/* " + SECRET + "c",
                                "all_1-A read,call:* " + SECRET + "a",
                                "all_1-A read,call:* " + SECRET + "new"));

        Caller reader = tokens.find(SECRET + "r");
        assertThat(reader.name()).isEqualTo("reader");
        assertThat(reader.reads()).isTrue();
        assertThat(reader.peering()).isEqualTo(Caller.Peering.NONE);
        assertThat(reader.calls()).isEqualTo(CallScopes.NONE);
        Caller shop = tokens.find(SECRET + "s");
        assertThat(shop.reads()).isFalse();
        assertThat(shop.calls().containCall("bank", "transfer")).isTrue();
        assertThat(shop.calls().containCall("bank", "refund")).isFalse();
        assertThat(shop.calls().containCall("stock", "anything")).isTrue();
        assertThat(shop.calls().containCall("stocks", "anything")).isFalse();
        assertThat(shop.calls().containWrites("bank")).isFalse();
        CallScopes clerk = tokens.find(SECRET + "c").calls();
        assertThat(clerk.containWrite("bank", "balance")).isTrue();
        assertThat(clerk.containWrite("bank", "owner")).isFalse();
        assertThat(clerk.containWrite("stock", "anything")).isTrue();
        assertThat(clerk.containWrites("bank")).isTrue();
        assertThat(clerk.containWrites("ban")).isFalse();
        assertThat(clerk.containCall("bank", "balance")).isFalse();
        assertThat(tokens.find(SECRET + "a").calls().containCall("x", "y")).isTrue();
        assertThat(tokens.find(SECRET + "new")).isEqualTo(tokens.find(SECRET + "a"));
        assertThat(tokens.find(SECRET)).isNull();
        assertThat(tokens.find("")).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "reader read,not a name",
        "reader 0123456789abcdef,not a name",
        "reader read 0123456789abcdef more,not a name",
        "re:ader read 0123456789abcdef,the name",
        "r\u00e9ader read 0123456789abcdef,the name",
        "reader write 0123456789abcdef,a scope",
        "reader read; 0123456789abcdef,a scope",
        "reader call: 0123456789abcdef,a scope",
        "reader call:bank 0123456789abcdef,a scope",
        "reader call:bank/ 0123456789abcdef,a scope",
        "reader call:/transfer 0123456789abcdef,a scope",
        "reader write: 0123456789abcdef,a scope",
        "reader write:bank 0123456789abcdef,a scope",
        "reader write:/balance 0123456789abcdef,a scope",
        "reader read 0123456789abcde,fewer than 16",
        "reader read 0123456789abcd\u00e9f,others than ASCII",
        "reader read 0123456789abcdefg,earlier line"
    })
    void linesThatAreNone(String line, String why) {
        List<String> lines = List.of("first read 0123456789abcdefg", "", line);
        assertThatThrownBy(() -> Tokens.parse(lines))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("[TSP-4160] Cannot read tokens-file: ")
                .hasMessageContaining(why)
                .hasMessageEndingWith(", line=3.")
                .hasMessageNotContaining("0123456789");
    }
}
