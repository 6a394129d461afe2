package dev.mayfly.test.conformance.rules;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** A row of the import table: a module, which other modules it may import, and which libraries. */
@SuppressWarnings("ImmutableEnumChecker") // Both sets are copies that cannot be changed.
enum HouseModule {
    CLOCK("base.clock", List.of(), List.of()),
    DOCUMENT("base.document", List.of(), List.of("org.bson..", "tools.jackson.core..")),
    QUERY("base.query", List.of(DOCUMENT), List.of()),
    /** The common part of the query languages that look like SQL and speak of JSON. */
    SQL("base.sql", List.of(DOCUMENT, QUERY), List.of("org.antlr.v4.runtime..")),
    /** Shapes and cells; the only one that sees S2 and JTS. */
    GEO("base.geo", List.of(), List.of("com.google.common.geometry..", "org.locationtech.jts..")),
    /** Words of natural languages; the only one that sees Lucene. */
    TEXT("base.text", List.of(), List.of("org.apache.lucene..", "org.tartarus.snowball..")),
    /** JavaScript of clients; the only one that sees QuickJS and the WebAssembly that it runs in. */
    SCRIPT("base.script", List.of(CLOCK), List.of("run.endive..", "io.roastedroot..")),
    STORE_API("store.api", List.of(), List.of()),
    /** It starts processes, and knows nothing of ours. */
    LOCAL_CASSANDRA("app.cassandra", List.of(), List.of()),
    HARNESS("test.harness", List.of(CLOCK, LOCAL_CASSANDRA), List.of("org.junit..")),
    STORE_CONTRACT("store.contract", List.of(STORE_API, CLOCK, HARNESS), List.of("org.junit..")),
    STORE_MEMORY("store.memory", List.of(STORE_API), List.of()),
    STORE_ROCKSDB("store.rocksdb", List.of(STORE_API, CLOCK), List.of("org.rocksdb..", "org.slf4j..")),
    /** Of the driver it sees what is meant to be seen. */
    STORE_CASSANDRA("store.cassandra", List.of(STORE_API), List.of("com.datastax.oss.driver.api..", "org.slf4j..")),
    ENGINE(
            "engine",
            List.of(CLOCK, DOCUMENT, QUERY, STORE_API),
            List.of("org.bson..", "org.apache.commons.codec.digest..", "org.slf4j..")),
    TRANSPORT("face.transport", List.of(CLOCK), List.of("io.netty..", "com.ongres..", "org.slf4j..")),
    /** The services of faces to those who administer the server; the faces and the console meet here, and nowhere else. */
    FACE_API("face.api", List.of(CLOCK, DOCUMENT, QUERY, ENGINE), List.of()),
    /** Of Netty it sees the bytes of a frame and nothing else: threads and sockets are the transport's. */
    MONGO(
            "face.mongo",
            List.of(CLOCK, DOCUMENT, QUERY, GEO, TEXT, SCRIPT, ENGINE, TRANSPORT, FACE_API),
            List.of(
                    "org.bson..",
                    "io.netty.buffer..",
                    "com.ongres..",
                    "com.google.re2j..",
                    "com.ibm.icu..",
                    "ch.obermuhlner.math.big..",
                    "com.github.luben..",
                    "org.xerial..",
                    "org.slf4j..")),
    /** Of BSON it sees the values that keys are encoded from, among them the one that is undefined. */
    COSMOS(
            "face.cosmos",
            List.of(CLOCK, DOCUMENT, QUERY, SQL, GEO, TEXT, SCRIPT, ENGINE, TRANSPORT, FACE_API),
            List.of(
                    "com.github.benmanes.caffeine..",
                    "org.bson..",
                    "tools.jackson..",
                    "org.antlr.v4.runtime..",
                    "com.google.re2j..",
                    "org.slf4j..")),
    COUCHBASE(
            "face.couchbase",
            List.of(CLOCK, DOCUMENT, QUERY, SQL, SCRIPT, ENGINE, TRANSPORT, FACE_API),
            List.of(
                    "org.bson..",
                    "io.netty.buffer..",
                    "com.ongres..",
                    "com.google.re2j..",
                    "org.xerial..",
                    "tools.jackson..",
                    "org.antlr.v4.runtime..",
                    "org.slf4j..")),
    /** Of BSON it sees the values that keys and documents are read as. */
    CONSOLE(
            "app.console",
            List.of(CLOCK, DOCUMENT, QUERY, ENGINE, TRANSPORT, FACE_API),
            List.of(
                    "tools.jackson..",
                    "com.fasterxml.jackson.annotation..",
                    "gg.jte..",
                    "io.micrometer..",
                    "io.prometheus.metrics..",
                    "org.bson..",
                    "org.snakeyaml..",
                    "org.slf4j..")),
    SERVER(
            "app.server",
            List.of(
                    CLOCK,
                    DOCUMENT,
                    QUERY,
                    SCRIPT,
                    STORE_API,
                    STORE_MEMORY,
                    STORE_ROCKSDB,
                    STORE_CASSANDRA,
                    ENGINE,
                    TRANSPORT,
                    FACE_API,
                    MONGO,
                    COSMOS,
                    COUCHBASE,
                    CONSOLE),
            List.of(
                    "org.bson..",
                    "tools.jackson..",
                    "io.netty.pkitesting..",
                    "org.snakeyaml..",
                    "org.slf4j..",
                    "ch.qos.logback..")),
    /** Of the console it sees how people write times, and nothing else. It copies from servers of MongoDB by their own driver. */
    CLI(
            "app.cli",
            List.of(CLOCK, LOCAL_CASSANDRA, CONSOLE, SERVER),
            List.of("picocli..", "tools.jackson..", "com.mongodb..", "org.bson..")),
    /** It reads files alone: what it tells of the others stands in the documents. */
    DOCS("app.docs", List.of(), List.of("org.commonmark..", "tools.jackson..")),
    /** It speaks to servers over HTTP alone, and so knows nothing of ours. */
    TESTKIT("test.testkit", List.of(), List.of("org.junit..", "tools.jackson.core..")),
    /** Of the console it sees the clock that is wound and which faces there are. */
    EMBEDDED("test.embedded", List.of(CONSOLE, SERVER, TESTKIT), List.of()),
    CONTAINERS("test.containers", List.of(TESTKIT), List.of("org.testcontainers.."));

    private static final String HOUSE = "dev.mayfly.";

    private final String path;
    private final List<HouseModule> mayImport;
    private final List<String> libraries;

    HouseModule(String path, List<HouseModule> mayImport, List<String> libraries) {
        this.path = path;
        this.mayImport = mayImport;
        this.libraries = libraries;
    }

    /** Its packages, as a pattern. */
    String packages() {
        return HOUSE + path + "..";
    }

    /** Every package that its classes may name. */
    String[] allowed() {
        Stream<String> jdk = Stream.of("java..", "javax..", "org.jspecify..");
        Stream<String> house =
                Stream.concat(Stream.of(packages()), mayImport.stream().map(HouseModule::packages));
        return Stream.of(jdk, house, libraries.stream()).flatMap(each -> each).toArray(String[]::new);
    }

    /** Returns true if it says the engine's operations in values of the store's port. */
    boolean namesStoreValues() {
        return isFace() || this == FACE_API || this == CONSOLE;
    }

    boolean isFace() {
        return path.startsWith("face.") && this != TRANSPORT && this != FACE_API;
    }

    static HouseModule of(String packageName) {
        return Arrays.stream(values())
                .filter(module -> (packageName + ".").startsWith(HOUSE + module.path + "."))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(packageName + " is in no row of the import table"));
    }
}
