package dev.mayfly.face.mongo.language;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.document.TreeView;
import dev.mayfly.face.mongo.language.error.QueryException;
import dev.mayfly.face.mongo.language.filter.FilterCompiler;
import dev.mayfly.face.mongo.language.filter.MongoFilter;
import dev.mayfly.face.mongo.language.value.Collation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonBinaryWriter;
import org.bson.BsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Runs filters.script: a filter, then the documents it matches (+), those it does not (-), or its refusal (!). */
class FilterScriptTest {
    private static final Path SCRIPT = Path.of("src", "test", "scripts", "filters.script");

    private record Scene(int line, String filter, List<String> expectations) {}

    @TestFactory
    List<DynamicTest> everyLineHolds() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        for (Scene scene : scenes(Files.readAllLines(SCRIPT, StandardCharsets.UTF_8))) {
            tests.add(DynamicTest.dynamicTest(scene.line + " " + scene.filter, () -> play(scene)));
        }
        assertTrue(tests.size() > 50);
        return tests;
    }

    private static List<Scene> scenes(List<String> lines) {
        List<Scene> scenes = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            if (line.startsWith("{")) {
                scenes.add(new Scene(i + 1, line, new ArrayList<>()));
            } else {
                scenes.getLast().expectations.add(line);
            }
        }
        return scenes;
    }

    private static void play(Scene scene) {
        if (scene.expectations.getFirst().startsWith("!")) {
            assertEquals(scene.expectations.getFirst().substring(1).strip(), refusal(scene.filter));
            return;
        }
        MongoFilter filter = compile(scene.filter);
        for (String expectation : scene.expectations) {
            BsonDocument document = BsonDocument.parse(expectation.substring(1));
            boolean expected = expectation.startsWith("+");
            assertEquals(expected, filter.matches(TreeView.of(document)), expectation);
            assertEquals(expected, filter.matches(BsonView.of(bytes(document))), expectation);
        }
    }

    private static MongoFilter compile(String filter) {
        return FilterCompiler.compile(BsonDocument.parse(filter), spec -> (_, _) -> spec, Collation.SIMPLE);
    }

    private static String refusal(String filter) {
        try {
            compile(filter);
            return "not refused";
        } catch (QueryException e) {
            return e.code() + " " + e.codeName() + " " + e.getMessage();
        }
    }

    static byte[] bytes(BsonDocument document) {
        BasicOutputBuffer out = new BasicOutputBuffer();
        new BsonDocumentCodec()
                .encode(
                        new BsonBinaryWriter(out),
                        document,
                        EncoderContext.builder().build());
        return out.toByteArray();
    }
}
