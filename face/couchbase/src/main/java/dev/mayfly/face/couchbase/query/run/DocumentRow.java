package dev.mayfly.face.couchbase.query.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mayfly.base.document.JsonView;
import dev.mayfly.engine.Document;
import dev.mayfly.face.couchbase.kv.DocumentMeta;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import dev.mayfly.face.couchbase.query.expression.Meta;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/** A stored document as rows see it. */
final class DocumentRow implements Meta {
    private final Document document;
    private final String keyspace;

    /** @param keyspace its name as META() shows it */
    DocumentRow(Document document, String keyspace) {
        this.document = document;
        this.keyspace = keyspace;
    }

    /** Another for each write of the document. */
    long version() {
        return document.version();
    }

    /** Its value; the bytes themselves where they are no JSON. */
    Value value() {
        byte[] body = document.body();
        return isJson() ? Values.stored(JsonView.of(body)) : Values.binary(body);
    }

    private boolean isJson() {
        return (DocumentMeta.datatype(document) & DocumentMeta.JSON) != 0;
    }

    @Override
    public Value field(String name) {
        return switch (name) {
            case "id" -> Values.of(new String(document.key().bytes(), UTF_8));
            case "cas" -> Values.of(DocumentMeta.cas(document));
            case "expiration" -> Values.of(DocumentMeta.expiry(document));
            case "flags" -> Values.of(DocumentMeta.flags(document) & 0xFFFF_FFFFL);
            case "keyspace" -> Values.of(keyspace);
            case "type" -> Values.of(isJson() ? "json" : "binary");
            case "xattrs" -> xattrs();
            default -> Values.MISSING;
        };
    }

    private Value xattrs() {
        byte[] text = DocumentMeta.xattrs(document);
        return text.length == 0 ? Values.EMPTY_OBJECT : Values.stored(JsonView.of(text));
    }

    @Override
    public Value all() {
        SequencedMap<String, Value> all = new LinkedHashMap<>();
        for (String name : new String[] {"cas", "expiration", "flags", "id", "keyspace", "type"}) {
            all.put(name, field(name));
        }
        return Values.object(all);
    }
}
