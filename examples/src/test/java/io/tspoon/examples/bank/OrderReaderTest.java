/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import io.tspoon.examples.text.UnreadableInputException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class OrderReaderTest {
    private static final PaymentOrder ORDER = order("7", "YZ");
    private static final PaymentOrder INNER = order("7", "");

    @Test
    void sixColumnsWithoutHeaderAreRead() {
        assertThat(orders("7\t1\tYZ\t2\t12.50\tHH\n8\t1\tYZ\t2\t12.50\t  \n"))
                .containsExactly(ORDER, order("8", "YZ"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "7,1,2,12.50",
                "7;1;2;12.50",
                "7\t1\t2\t12.50",
                " 7 , 1 , 2 , 12.50 ",
                "\"7\",\"1\",\"2\",\"12.50\"",
                "7,1,,2,12.50",
                "id,payer,payee,amount\n7,1,2,12.50",
                "Order_ID,Account_ID,Bank_To,Account_To,Amount,k_symbol\n7,1,,2,12.50,SIPO",
                "amount,to,from,id\n12.50,2,1,7",
                "id;payer;payee;amount\r7;1;2;12.50\r",
                "\uFEFFid,payer,payee,amount\r\n7,1,2,12.50\r\n",
                "\n\n  \n7,1,2,12.50\n\n",
                "{\"id\":\"7\",\"payer\":\"1\",\"payee\":\"2\",\"amount\":\"12.50\"}",
                "{\"amount\":12.5,\"payee\":2,\"payer\":1,\"id\":7,\"note\":{\"x\":[1]}}",
            })
    void layoutIsFoundByTheFirstLine(String text) {
        assertThat(orders(text)).containsExactly(INNER);
    }

    @Test
    void columnsAreFoundByNameAndPosition() {
        String text = "nr,sum,debtor,creditor\n7,12.50,1,2\n";
        assertThat(orders(text, "id=nr,payer=Debtor,payee=creditor,amount=sum"))
                .containsExactly(INNER);
        assertThat(orders(text, "id=1,payer=3,payee=4,amount=2")).containsExactly(INNER);
        assertThat(orders("7,12.50,1,2", "id=1,payer=3,payee=4,amount=2")).containsExactly(INNER);
    }

    @Test
    void namesAreForJsonToo() {
        String text = "{\"nr\":7,\"payer\":1,\"bic\":\"YZ\",\"payee\":2,\"amount\":12.50}";
        assertThat(orders(text, "id=nr,payee_bank=bic")).containsExactly(ORDER);
    }

    @Test
    void missingColumnIsNamed() {
        assertThatThrownBy(() -> orders("id,payer,payee,sum\n7,1,2,3", "amount=total"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no column for amount, firstLine=[id, payer, payee, sum]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "no,a,b,how much | line 1 neither names the columns nor is an order (amount is not"
                        + " a number such as 245.20: how much)",
                "'id,booking_date,payer,payee,sum' | no column for amount,"
                        + " firstLine=[id, booking_date, payer, payee, sum]",
                "'id,payer,payee,amount,payee_bnk' | unknown columns, columns=[payee_bnk],"
                        + " firstLine=[id, payer, payee, amount, payee_bnk]",
                "'id,payer,payer,payee,amount' | two columns for payer,"
                        + " firstLine=[id, payer, payer, payee, amount]",
                "'id,payer,from,payee,amount' | two columns for payer,"
                        + " firstLine=[id, payer, from, payee, amount]",
                "'\"Konto\";\"DE00 0000\"' | line 1 neither names the columns nor is an order"
                        + " (amount is not a number such as 245.20: )",
                "'1,alice,bob,\"5' | line 1 neither names the columns nor is an order"
                        + " (quotes are wrong)",
                "'1;alice;bob;12,50' | line 1 neither names the columns nor is an order (amount is"
                        + " not a number such as 245.20: )"
            })
    void columnsAreNotGuessed(String firstLine, String problem) {
        assertThatThrownBy(() -> orders(firstLine + "\n7,1,2,12.50\n"))
                .isInstanceOf(UnreadableInputException.class)
                .hasMessage(problem);
    }

    @Test
    void columnsThatTheUserNamesLetOthersBeIgnored() {
        assertThat(orders("id,booked,payer,payee,sum\n7,2026-01-02,1,2,12.50", "amount=sum"))
                .containsExactly(INNER);
        assertThatThrownBy(() -> orders("7,1,2,12.50", "id=1,payer=2,payee=2,amount=4"))
                .hasMessageStartingWith("two fields in the column of payee");
        assertThatThrownBy(() -> orders("7,1,2,12.50", "id=1,payer=2,payee=3,amount=5"))
                .hasMessageStartingWith("no column for amount");
    }

    @Test
    void banksAndAccountsStayApart() {
        assertThat(
                        orders(
                                "id,payer,payee_bank,payee,amount\n"
                                        + "1,alice,DE,1:2,10.00\n"
                                        + "2,carol,DE:1,2,10.00\n"
                                        + "3,DE:1:2,,mallory,15.00\n"))
                .containsExactly(
                        new PaymentOrder(
                                "1", Account.here("alice"), new Account("DE", "1:2"), 1000, 0),
                        new PaymentOrder(
                                "2", Account.here("carol"), new Account("DE:1", "2"), 1000, 0),
                        new PaymentOrder(
                                "3", Account.here("DE:1:2"), Account.here("mallory"), 1500, 0));
    }

    @Test
    void whatIsInsideQuotesIsNoOrder() {
        List<InputLine> lines =
                lines(
                        "id,payer,payee,amount,text\n"
                                + "1,alice,bob,100.00,\"invoice 7\n"
                                + "2,bob,mallory,100.00,x\n"
                                + "thank you\"\n"
                                + "3,bob,alice,5.00,\"o\"\"k\"\n");
        assertThat(lines)
                .extracting(InputLine::reason)
                .containsExactly(
                        "quotes are wrong",
                        "it is inside quotes that a line before it opens",
                        "it is inside quotes that a line before it opens",
                        "");
    }

    @Test
    void malformedLinesKeepTheirNumberAndText() {
        List<InputLine> lines =
                lines(
                        "id,payer,payee,amount\n"
                                + "7,1,2,12.50\n"
                                + "8,1,2,12,50\n"
                                + "\n"
                                + "9,1,,1\n"
                                + "10,1,2,-1\n"
                                + "11,1,2,1.234\n"
                                + "12,1,2,ten\n"
                                + "13,1,\"2\"0,1\n"
                                + "7,1,2,12.50",
                        ColumnNames.defaults());
        assertThat(lines)
                .extracting(InputLine::number)
                .containsExactly(2L, 3L, 5L, 6L, 7L, 8L, 9L, 10L);
        assertThat(lines)
                .extracting(InputLine::reason)
                .containsExactly(
                        "",
                        "it has 5 columns, the first line has 4",
                        "payee is empty",
                        "amount is not above 0: -1.00",
                        "amount has more than 2 decimals: 1.234",
                        "amount is not a number such as 245.20: ten",
                        "quotes are wrong",
                        "");
        assertThat(lines.get(1).text()).isEqualTo("8,1,2,12,50");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[1]",
                "{\"id\":7",
                "{} {}",
                "{\"id\":7,\"payer\":1,\"payee\":2}",
                "{\"id\":7,\"payer\":1,\"payee\":2,\"amount\":1e400000000}",
                "{\"id\":7,\"payer\":1,\"payee\":2,\"amount\":0.001}",
                "{\"id\":7,\"payer\":1,\"payee\":2,\"amount\":true}",
                "{\"id\":7,\"payer\":{},\"payee\":2,\"amount\":1}",
                "{\"id\":7,\"payer\":1,\"payee\":2,\"amount\":1,\"amount\":2}",
                "{\"id\":7,\"payer\":1,\"from\":3,\"payee\":2,\"amount\":1}",
                "{\"id\":7,\"payer\":1,\"payee\":2,\"amount\":1,\"payee_bnk\":\"YZ\"}",
                "{\"id\":7,\"payer\":1.0,\"payee\":2,\"amount\":1}",
                "{\"id\":7,\"payer\":\" \",\"payee\":2,\"amount\":1}",
                "{\"id\":7,\"payer\":\"\\ud800\",\"payee\":2,\"amount\":1}",
                "plain text"
            })
    void wrongJsonIsMalformed(String text) {
        List<InputLine> lines =
                lines("{\"id\":7,\"payer\":1,\"payee\":2,\"amount\":12.50}\n" + text);
        assertThat(lines).hasSize(2);
        assertThat(lines.get(0).order()).isEqualTo(INNER);
        assertThat(lines.get(1).order()).isNull();
        assertThat(lines.get(1).reason()).isNotEmpty();
    }

    @Test
    void readingGoesOnAfterALine() {
        OrderReader reader = reader("id,payer,payee,amount\n1,1,2,1\n\n2,1,2,1\nx\n3,1,2,1\n");
        reader.skipTo(5);
        assertThat(reader.next().number()).isEqualTo(6);
        assertThat(reader.hasNext()).isFalse();
    }

    @Test
    void emptyInputHasNoOrders() {
        assertThat(lines("")).isEmpty();
        assertThat(lines("id,payer,payee,amount\n")).isEmpty();
    }

    private static List<PaymentOrder> orders(String text) {
        return lines(text).stream().map(InputLine::order).toList();
    }

    private static List<PaymentOrder> orders(String text, String columns) {
        return lines(text, ColumnNames.parse(columns)).stream().map(InputLine::order).toList();
    }

    private static List<InputLine> lines(String text) {
        return lines(text, ColumnNames.defaults());
    }

    private static List<InputLine> lines(String text, ColumnNames names) {
        List<InputLine> lines = new ArrayList<>();
        reader(text, names).forEachRemaining(lines::add);
        return lines;
    }

    private static OrderReader reader(String text) {
        return reader(text, ColumnNames.defaults());
    }

    private static OrderReader reader(String text, ColumnNames names) {
        try {
            return new OrderReader(
                    new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)),
                    StandardCharsets.UTF_8,
                    OrderFormat.AUTO,
                    names);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static PaymentOrder order(String id, String payeeBank) {
        return new PaymentOrder(id, Account.here("1"), new Account(payeeBank, "2"), 1250, 0);
    }
}
