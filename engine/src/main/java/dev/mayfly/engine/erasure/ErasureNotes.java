package dev.mayfly.engine.erasure;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.PolicyWords;
import dev.mayfly.engine.format.ByteReader;
import dev.mayfly.engine.format.ByteWriter;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The documents that one batch destroys, on their way into the erasure log. Used by one thread. */
public final class ErasureNotes {
    /*
     * in the collection's meta space    'x' | version of the batch 8
     *     destroyed at 8 | by 1 | length 4 and text of the collection's face, database and name, each
     *     | varint of rules, each a length 4 and text | varint of documents, each hash 32, varint of its rule, deadline 8
     */
    private static final Erasure.By[] BY = Erasure.By.values();

    private record Note(byte[] hash, int rule, long deadline) {}

    private final List<String> rules = new ArrayList<>();
    private final List<Note> notes = new ArrayList<>();
    private @Nullable MessageDigest digest;
    private byte[] prefix = {};

    public void add(CollectionRecord record, DocumentKey key, int queue, long deadline) {
        MessageDigest hashing = digest;
        if (hashing == null) {
            hashing = Erasure.digest();
            digest = hashing;
            prefix = Erasure.prefix(record.name());
        }
        hashing.update(prefix);
        notes.add(new Note(hashing.digest(key.bytes()), ruleOf(PolicyWords.rule(record, queue)), deadline));
    }

    private int ruleOf(String rule) {
        int known = rules.indexOf(rule);
        if (known >= 0) {
            return known;
        }
        rules.add(rule);
        return rules.size() - 1;
    }

    public void addAll(ErasureNotes others) {
        for (Note note : others.notes) {
            notes.add(new Note(note.hash, ruleOf(others.rules.get(note.rule)), note.deadline));
        }
    }

    public byte[] encode(CollectionName name, DeletionCause by, long at) {
        ByteWriter writer = new ByteWriter(64 + notes.size() * 44).put8(at).put1(by.code());
        text(writer, name.face());
        text(writer, name.database());
        text(writer, name.collection());
        writer.putVarint(rules.size());
        rules.forEach(rule -> text(writer, rule));
        writer.putVarint(notes.size());
        for (Note note : notes) {
            writer.put(note.hash).putVarint(note.rule).put8(note.deadline);
        }
        return writer.toBytes();
    }

    private static void text(ByteWriter writer, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        writer.put4(bytes.length).put(bytes);
    }

    static List<Erasure> decode(byte[] value) {
        ByteReader reader = new ByteReader(value);
        long at = reader.take8();
        Erasure.By by = BY[reader.take1()];
        CollectionName name = new CollectionName(text(reader), text(reader), text(reader));
        String[] rules = new String[reader.takeVarint()];
        Arrays.setAll(rules, _ -> text(reader));
        int count = reader.takeVarint();
        List<Erasure> erasures = new ArrayList<>(count);
        for (int index = 0; index < count; index++) {
            byte[] hash = reader.take(Erasure.HASH_BYTES);
            String rule = rules[reader.takeVarint()];
            erasures.add(new Erasure(name, hash, rule, reader.take8(), at, by));
        }
        return erasures;
    }

    private static String text(ByteReader reader) {
        return new String(reader.take(reader.take4()), StandardCharsets.UTF_8);
    }
}
