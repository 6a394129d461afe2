package dev.mayfly.bench.drivers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Base64;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Measures counts and sums by a range of an indexed number in N1QL, from a thousandth of all documents to all of them. */
final class N1qlWidths {
    static final String NAME = "couchbase N1QL count and sum by index and by scan";

    private static final int DOCUMENTS = 100_000;
    private static final int LOADED_TOGETHER = 1_000;

    /** With it neighbours in the index are far from each other in the order of the keys. */
    private static final int STRIDE = 61_813;

    private static final String KEYSPACE = "`default`.`_default`.`widths`";
    private static final Pattern FOUND = Pattern.compile("\"results\":\\[\\{\"found\":(\\d+)");
    private static final String LOGIN =
            "Basic " + Base64.getEncoder().encodeToString("Administrator:password".getBytes(UTF_8));

    private final HttpClient client = HttpClient.newHttpClient();
    private final URI service;
    private final int documents;

    private N1qlWidths(KvTarget target, int documents) {
        this.service = URI.create("http://127.0.0.1:" + target.query() + "/query/service");
        this.documents = documents;
    }

    static String measure(KvTarget target, Options options) throws Exception {
        N1qlWidths queries = new N1qlWidths(target, options.scale().of(DOCUMENTS));
        queries.load();
        Widths widths = new Widths(NAME, queries.documents, options.scale());
        String byIndex = " USE INDEX (byNumber)";
        String byScan = " USE INDEX (`#primary`)";
        widths.measure("COUNT", queries.of("*", ""), queries.of("*", byIndex), queries.of("*", byScan));
        widths.measure("fetch", queries.of("d.text", ""), queries.of("d.text", byIndex), queries.of("d.text", byScan));
        queries.ask("DROP COLLECTION " + KEYSPACE);
        return widths.toString();
    }

    private void load() throws Exception {
        ask("CREATE COLLECTION " + KEYSPACE);
        for (int from = 0; from < documents; from += LOADED_TOGETHER) {
            StringBuilder insert = new StringBuilder("INSERT INTO " + KEYSPACE + " (KEY, VALUE)");
            for (int number = from; number < Math.min(documents, from + LOADED_TOGETHER); number++) {
                insert.append(number == from ? " VALUES " : ", VALUES ").append(values(number));
            }
            ask(insert.toString());
        }
        ask("CREATE PRIMARY INDEX ON " + KEYSPACE);
        ask("CREATE INDEX byNumber ON " + KEYSPACE + "(n)");
    }

    private String values(int number) {
        return String.format(
                Locale.ROOT,
                "(\"k%08d\", {\"n\": %d, \"text\": \"%s\"})",
                number,
                (long) number * STRIDE % documents,
                Samples.PADDING);
    }

    /** A statement that counts values of the documents found, which is their number. */
    private Widths.RangeQuery of(String counted, String hint) {
        return (from, until) -> {
            String answer = ask("SELECT COUNT(" + counted + ") AS found FROM " + KEYSPACE + " AS d" + hint
                    + " WHERE d.n >= " + from + " AND d.n < " + until);
            Matcher matcher = FOUND.matcher(answer.replaceAll("\\s", ""));
            if (!matcher.find()) {
                throw new IOException(answer);
            }
            return Long.parseLong(matcher.group(1));
        };
    }

    private String ask(String statement) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(service)
                .header("Authorization", LOGIN)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString("statement=" + URLEncoder.encode(statement, UTF_8)))
                .build();
        String answer =
                client.send(request, HttpResponse.BodyHandlers.ofString()).body();
        if (!answer.replaceAll("\\s", "").contains("\"status\":\"success\"")) {
            throw new IOException(answer);
        }
        return answer;
    }
}
