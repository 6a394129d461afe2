package dev.mayfly.face.cosmos.language;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.test.harness.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Texts of queries, good and bad. */
class QueryTextProperties {
    private static final String[] WORDS = {
        "SELECT",
        "FROM",
        "WHERE",
        "c",
        ".",
        "a",
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "*",
        "VALUE",
        "1",
        "'x'",
        "\"",
        "@p",
        ",",
        "AND",
        "NOT",
        "IN",
        "BETWEEN",
        "LIKE",
        "ORDER",
        "BY",
        "GROUP",
        "TOP",
        "OFFSET",
        "LIMIT",
        "?",
        "??",
        ":",
        "=",
        "||",
        "COUNT",
        "JOIN",
        "EXISTS",
        "AS",
        "udf",
        "-",
        "~",
        "--",
        "\n",
        "\\",
        "undefined",
        "RANK",
        "DISTINCT",
        "😀",
        "\u0000"
    };

    @Test
    void whatIsPrintedReadsBackTheSame() {
        Seeds.run(3_000, (_, random) -> {
            SqlQuery query = new RandomQueries(random).query();
            String text = QueryPrinter.print(query);
            assertEquals(query, CosmosQuery.parse(text).tree(), text);
        });
    }

    @Test
    void wordsInAnyOrderAreReadOrRefused() {
        Seeds.run(3_000, (_, random) -> {
            StringBuilder text = new StringBuilder(random.nextBoolean() ? "SELECT " : "");
            int count = random.nextInt(40);
            for (int i = 0; i < count; i++) {
                text.append(WORDS[random.nextInt(WORDS.length)]).append(random.nextInt(5) == 0 ? "" : " ");
            }
            readOrRefused(text.toString());
        });
    }

    @Test
    void bytesAreReadOrRefused() {
        Seeds.run(2_000, (_, random) -> {
            byte[] bytes = new byte[random.nextInt(60)];
            random.nextBytes(bytes);
            readOrRefused(new String(bytes, random.nextBoolean() ? StandardCharsets.UTF_8 : StandardCharsets.UTF_16));
        });
    }

    @Test
    void aDamagedQueryIsReadOrRefused() {
        Seeds.run(2_000, (_, random) -> readOrRefused(damaged(random)));
    }

    private static String damaged(RandomGenerator random) {
        StringBuilder text = new StringBuilder(QueryPrinter.print(new RandomQueries(random).query()));
        int damages = 1 + random.nextInt(4);
        for (int i = 0; i < damages; i++) {
            int at = random.nextInt(text.length());
            switch (random.nextInt(3)) {
                case 0 -> text.deleteCharAt(at);
                case 1 -> text.insert(at, WORDS[random.nextInt(WORDS.length)]);
                default -> text.setCharAt(at, (char) random.nextInt(0x3000));
            }
        }
        return text.toString();
    }

    private static void readOrRefused(String text) {
        try {
            CosmosQuery.parse(text);
        } catch (CosmosException refusal) {
            assertEquals(400, refusal.status(), text);
        }
    }
}
