# SPDX-License-Identifier: Apache-2.0
# What the findings share. A finding sources this file first, and is then in a temporary folder of its own, which is
# removed when it ends.
# shellcheck shell=bash

finding=$(cd "$(dirname "${BASH_SOURCE[1]}")" && pwd)/$(basename "${BASH_SOURCE[1]}")
root=$(dirname "$(dirname "$finding")")
temporary=$(mktemp -d)
errors=$temporary/errors

finished() {
    local code=$?
    if [ "$code" -ne 0 ] && [ -s "$errors" ]; then tail -n 40 "$errors" >&2; fi
    rm -rf "$temporary"
}
trap finished EXIT
cd "$temporary"

# packages FOLDER GROUP:ARTIFACT:VERSION...: downloads packages and what they need from Maven Central into a folder.
packages() {
    local folder=$1 maven coordinates group artifact version
    shift
    maven=$(command -v mvn || echo "$root/mvnw")
    mkdir "$folder"
    {
        echo '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>'
        echo '<groupId>finding</groupId><artifactId>finding</artifactId><version>1</version><dependencies>'
        for coordinates in "$@"; do
            IFS=: read -r group artifact version <<<"$coordinates"
            printf '<dependency><groupId>%s</groupId><artifactId>%s</artifactId><version>%s</version></dependency>\n' \
                "$group" "$artifact" "$version"
        done
        echo '</dependencies></project>'
    } >"$folder/pom.xml"
    timeout 600 "$maven" -B -q -f "$folder/pom.xml" \
        org.apache.maven.plugins:maven-dependency-plugin:3.11.0:copy-dependencies \
        -DoutputDirectory="$temporary/$folder" -DincludeScope=runtime >>"$errors" 2>&1
}

# program FOLDER CLASS [ARGUMENT...]: compiles CLASS.java against the packages in a folder, and runs it.
program() {
    local folder=$1 class=$2 java=${JAVA_HOME:+$JAVA_HOME/bin/} opens=() package
    shift 2
    for package in java.lang java.net java.nio java.util java.util.concurrent java.time sun.nio.ch; do
        opens+=("--add-opens=java.base/$package=ALL-UNNAMED")
    done
    "${java}javac" -nowarn -proc:none -sourcepath . -cp "$folder/*" -d "$folder-classes" "$class.java" \
        2>>"$errors"
    timeout 300 "${java}java" -Xmx1g "${opens[@]}" "-Djava.io.tmpdir=$temporary" \
        -cp "$folder-classes:$folder/*" "$class" "$@" 2>>"$errors"
}

# What packages downloads for a VoltDB server in the program; its own description of what it needs lacks most of this.
# shellcheck disable=SC2034
voltdb=(org.voltdb:voltdb:9.3.2 log4j:log4j:1.2.17 jline:jline:2.14.6 net.java.dev.jna:jna:5.5.0
    org.aeonbits.owner:owner-java8:1.0.12 org.apache.calcite:calcite-core:1.17.0 org.apache.commons:commons-lang3:3.9
    org.apache.felix:org.apache.felix.framework:5.6.10 org.apache.httpcomponents:httpcore:4.4.12
    org.eclipse.jetty:jetty-servlet:9.4.21.v20190926 org.xerial.snappy:snappy-java:1.1.7.3
    javax.activation:activation:1.1.1 javax.xml.bind:jaxb-api:2.3.1 com.sun.xml.bind:jaxb-core:2.3.0.1
    com.sun.xml.bind:jaxb-impl:2.3.1)

# modules MODULE@VERSION...: downloads Go modules for main.go.
modules() {
    needs go Go
    export GOFLAGS=-mod=mod GOTOOLCHAIN=local
    { go mod init finding && go get "$@" && go mod tidy; } >>"$errors" 2>&1
}

# go_program: runs main.go.
go_program() {
    timeout 300 go run . 2>>"$errors"
}

# crates NAME=VERSION...: downloads Rust packages for src/main.rs.
crates() {
    local crate
    needs cargo Rust
    {
        printf '[package]\nname = "finding"\nversion = "1.0.0"\nedition = "2021"\n[dependencies]\n'
        for crate in "$@"; do printf '%s = "=%s"\n' "${crate%=*}" "${crate#*=}"; done
    } >Cargo.toml
    cargo fetch >>"$errors" 2>&1
}

# rust_program: compiles src/main.rs with optimization, and runs it.
rust_program() {
    timeout 600 cargo run -q --release 2>>"$errors"
}

# wheels NAME==VERSION...: installs Python packages in an environment of its own; PYTHON names another than python3.
wheels() {
    needs "${PYTHON:-python3}" Python
    "${PYTHON:-python3}" -m venv wheels >>"$errors" 2>&1
    timeout 600 wheels/bin/pip -q install "$@" >>"$errors" 2>&1
}

# python_program: runs main.py, with what wheels has installed.
python_program() {
    PATH="$temporary/wheels/bin:$PATH" timeout 300 python main.py 2>>"$errors"
}

needs() {
    command -v "$1" >>"$errors" || { echo "Cannot run finding: $2 is missing, command=$1" >&2; return 1; }
}

# broker: writes Broker.java, whose start() starts a Kafka broker in the program; needs kafka-test-common-runtime.
broker() {
    cat >Broker.java <<'JAVA'
import org.apache.kafka.common.test.*;
import org.apache.kafka.server.common.MetadataVersion;
import java.util.*;

final class Broker {
    /** Returns the address. What Kafka prints goes to standard error. */
    static String start() throws Exception {
        var out = System.out;
        System.setOut(System.err);
        var nodes = new TestKitNodes.Builder().setCombined(true).setNumBrokerNodes(1).setNumControllerNodes(1)
                .setBootstrapMetadataVersion(MetadataVersion.latestProduction()).build();
        var cluster = new KafkaClusterTestKit.Builder(nodes)
                .setConfigProp("transaction.state.log.replication.factor", "1")
                .setConfigProp("transaction.state.log.min.isr", "1")
                .setConfigProp("transaction.state.log.num.partitions", "1")
                .setConfigProp("offsets.topic.replication.factor", "1")
                .build();
        cluster.format();
        cluster.startup();
        cluster.waitForReadyBrokers();
        System.setOut(out);
        return cluster.bootstrapServers();
    }
}
JAVA
}

# ... | as_seen: compares an output with the one in the head comment of the finding.
as_seen() {
    sed -n '/^# Output seen:$/,/^[^#]/s/^#   //p' "$finding" >expected
    cat >actual
    diff -u expected actual >&2 || { echo "Behaves differently: $(basename "$finding" .sh)" >&2; return 1; }
    echo "as seen"
}
