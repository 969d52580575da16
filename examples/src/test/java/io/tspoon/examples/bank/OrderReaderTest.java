/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class OrderReaderTest {
    private static final PaymentOrder ORDER = new PaymentOrder("7", "1", "YZ:2", 1250, 0);
    private static final PaymentOrder INNER = new PaymentOrder("7", "1", "2", 1250, 0);

    @Test
    void sixColumnsWithoutHeaderAreRead() {
        assertThat(orders("7\t1\tYZ\t2\t12.50\tHH\n8\t1\tYZ\t2\t12.50\t  \n"))
                .containsExactly(ORDER, new PaymentOrder("8", "1", "YZ:2", 1250, 0));
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
                "no,a,b,how much\n7,1,2,12.50",
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
                                + "13,1,\"2,1\n"
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
        OrderReader reader = reader("a,b,c,d\n1,1,2,1\n\n2,1,2,1\nx\n3,1,2,1\n");
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
        new OrderReader(new StringReader(text), OrderFormat.AUTO, names)
                .forEachRemaining(lines::add);
        return lines;
    }

    private static OrderReader reader(String text) {
        return new OrderReader(new StringReader(text), OrderFormat.AUTO, ColumnNames.defaults());
    }
}
