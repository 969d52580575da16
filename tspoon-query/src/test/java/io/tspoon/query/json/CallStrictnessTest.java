/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.json;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What was not said in the request of a call does not become 0 or null. */
class CallStrictnessTest {
    private static final JsonMapping STRICT = JsonMapping.standard().forCalls();

    /** Of a record. */
    public record Part(int count, double weight) {
        public Part {
            if (count < 0) {
                throw new IllegalArgumentException("negative");
            }
        }

        public boolean isHeavy() {
            return weight > 5;
        }
    }

    /** How it is paid. */
    public enum Payment {
        CASH,
        CARD
    }

    /** With parts. */
    public record Order(
            String name, Part first, List<Part> more, Payment payment, Optional<String> note) {}

    /** With setters. */
    public static class Bean {
        public long amount;
        public String text;
        public Part part;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'first':F,'more':[],'payment':'CASH','note':null} | /name | it is missing",
                "{'name':null,'first':F,'more':[],'payment':'CASH','note':null} | /name | it is"
                        + " null",
                "{'name':'a','first':{'count':1},'more':[],'payment':'CASH','note':null}"
                        + " | /first/weight | it is missing",
                "{'name':'a','first':{'count':null,'weight':1},'more':[],'payment':'CASH',"
                        + "'note':null} | /first/count | it is null",
                "{'name':'a','first':F,'more':[F,{'count':1}],'payment':'CASH','note':null}"
                        + " | /more/1/weight | it is missing",
                "{'name':'a','first':F,'more':[],'payment':'CASH','note':null,'x/y':1}"
                        + " | /x~1y | there is no such field",
                "{'name':'a','first':{'count':2147483648,'weight':1},'more':[],'payment':'CASH',"
                        + "'note':null} | /first/count | it does not fit the type, schema="
                        + "{\"type\":\"integer\"}",
                "{'name':'a','first':{'count':1.0,'weight':1},'more':[],'payment':'CASH',"
                        + "'note':null} | /first/count | it does not fit the type",
                "{'name':'a','first':{'count':'1','weight':1},'more':[],'payment':'CASH',"
                        + "'note':null} | /first/count | it does not fit the type",
                "{'name':'a','first':{'count':1,'weight':1e999},'more':[],'payment':'CASH',"
                        + "'note':null} | /first/weight | it does not fit the type",
                "{'name':1,'first':F,'more':[],'payment':'CASH','note':null}"
                        + " | /name | it does not fit the type",
                "{'name':'a','first':F,'more':[],'payment':1,'note':null}"
                        + " | /payment | it does not fit the type",
                "{'name':'a','first':F,'more':{},'payment':'CASH','note':null}"
                        + " | /more | it does not fit the type",
                "{'name':'a','first':{'count':-1,'weight':1},'more':[],'payment':'CASH',"
                        + "'note':null} | /first | its class refuses it",
                "null | `` | it does not fit the type",
                "[] | `` | it does not fit the type"
            })
    void recordsAreWhole(String json, String pointer, String detail) throws Exception {
        JsonType<Order> orders = STRICT.of(TypeInformation.of(Order.class));
        JsonProblem problem = problem(orders, json);
        assertThat(problem.pointer()).isEqualTo(pointer == null ? "" : pointer);
        assertThat(problem.detail()).startsWith(detail);
    }

    @Test
    void whatIsWholeIsRead() throws Exception {
        Order order =
                STRICT.of(TypeInformation.of(Order.class))
                        .fromJson(
                                tree(
                                        "{'name':'a','first':{'count':1,'weight':2,'heavy':false},"
                                                + "'more':[F],'payment':'CARD','note':null}"));
        assertThat(order)
                .isEqualTo(
                        new Order(
                                "a",
                                new Part(1, 2),
                                List.of(new Part(7, 0.5)),
                                Payment.CARD,
                                Optional.empty()));
        assertThat(STRICT.of(Types.BIG_DEC).fromJson(tree("1e999")))
                .isEqualTo(new BigDecimal("1e999"));
    }

    @Test
    void primitiveFieldsOfBeansAreThere() throws Exception {
        JsonType<Bean> beans = STRICT.of(TypeInformation.of(Bean.class));
        assertThat(problem(beans, "{'text':'a'}"))
                .isEqualTo(new JsonProblem("/amount", "it is missing"));
        assertThat(problem(beans, "{'amount':1,'part':{'weight':1}}"))
                .isEqualTo(new JsonProblem("/part/count", "it is missing"));
        assertThat(problem(beans, "{'amount':null}").pointer()).isEqualTo("/amount");
        assertThat(problem(beans, "{'amount':1,'other':1}").detail())
                .startsWith("there is no such field");
        Bean bean = beans.fromJson(tree("{'amount':9007199254740993}"));
        assertThat(bean.amount).isEqualTo(9_007_199_254_740_993L);
        assertThat(bean.text).isNull();
    }

    /** Which is for those who read. */
    @Test
    void mappingItselfStaysAsItIs() throws Exception {
        JsonMapping mapping = JsonMapping.standard();
        mapping.forCalls();
        Bean bean = mapping.of(TypeInformation.of(Bean.class)).fromJson(tree("{'text':'a'}"));
        assertThat(bean.amount).isZero();
    }

    private static <T> JsonProblem problem(JsonType<T> type, String json) throws Exception {
        JsonNode tree = tree(json);
        IllegalArgumentException[] thrown = new IllegalArgumentException[1];
        assertThatThrownBy(() -> type.fromJson(tree))
                .isInstanceOfSatisfying(IllegalArgumentException.class, e -> thrown[0] = e);
        return type.problem(thrown[0]);
    }

    private static JsonNode tree(String json) throws Exception {
        return STRICT.mapper()
                .readTree(json.replace("F", "{'count':7,'weight':0.5}").replace('\'', '"'));
    }
}
