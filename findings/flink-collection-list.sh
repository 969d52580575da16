#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Sends records with a field that is declared as a Collection or an Iterable from one task to another.
#
# Library: Flink 2.3.0 (its built-in serializer of lists)
# Behaviour: Flink takes such a field to be a List. The program is accepted, and the first record that holds a set or a
#   queue ends the job with a ClassCastException. A Vector, a list too, comes back as an ArrayList.
# Matters: a job that ran for months fails for good at the first order that holds a set. Declare the field as what it is.
# Output seen:
#   Collection: List<String>
#     Vector -> ArrayList [a]
#     LinkedHashSet -> ClassCastException
#     ArrayDeque -> ClassCastException
#   Iterable: List<String>
#     Vector -> ArrayList [a]
#     LinkedHashSet -> ClassCastException
#     ArrayDeque -> ClassCastException
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.bash"

cat >Declared.java <<'JAVA'
import org.apache.flink.api.common.typeinfo.*;
import org.apache.flink.api.java.typeutils.PojoTypeInfo;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import java.util.*;

public class Declared {
    public record Holder(Collection<String> content) {}

    public record Lazy(Iterable<String> content) {}

    public static void main(String[] args) throws Exception {
        show("Collection", Holder.class);
        for (var content : contents()) {
            run(content, TypeInformation.of(Holder.class), new Holder(content));
        }
        show("Iterable", Lazy.class);
        for (var content : contents()) {
            run(content, TypeInformation.of(Lazy.class), new Lazy(content));
        }
    }

    static List<Collection<String>> contents() {
        var content = List.of("a");
        return List.of(new Vector<>(content), new LinkedHashSet<>(content), new ArrayDeque<>(content));
    }

    static void show(String name, Class<?> type) {
        String field = ((PojoTypeInfo<?>) TypeInformation.of(type)).getPojoFieldAt(0).getTypeInformation().toString();
        System.out.println(name + ": " + field.replace("Nullable", ""));
    }

    static <T> void run(Collection<String> content, TypeInformation<T> type, T element) throws Exception {
        Configuration settings = new Configuration();
        settings.setString("rest.port", "0");
        settings.setString("restart-strategy.type", "none");
        var env = StreamExecutionEnvironment.createLocalEnvironment(1, settings);
        String result;
        try (var arrived = env.fromData(List.of(element), type).rebalance().map(Declared::describe).returns(Types.STRING).executeAndCollect()) {
            result = arrived.next();
        } catch (Exception e) {
            Throwable cause = e;
            while (cause.getCause() != null) {
                cause = cause.getCause();
            }
            result = cause.getClass().getSimpleName();
        }
        System.out.println("  " + content.getClass().getSimpleName() + " -> " + result);
    }

    static String describe(Object element) {
        Iterable<String> content = element instanceof Holder holder ? holder.content() : ((Lazy) element).content();
        return content.getClass().getSimpleName() + " " + content;
    }
}
JAVA

packages flink org.apache.flink:flink-streaming-java:2.3.0 org.apache.flink:flink-clients:2.3.0
program flink Declared | as_seen
