package dev.mayfly.face.couchbase.query.operator;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mayfly.base.document.JsonView;
import dev.mayfly.engine.read.Document;
import dev.mayfly.face.couchbase.kv.DocumentMeta;
import dev.mayfly.face.couchbase.language.tree.KeyspaceName;
import dev.mayfly.face.couchbase.language.tree.QueryContext;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.StatementExecution;
import dev.mayfly.face.couchbase.query.expression.Meta;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/** A stored document as rows see it. */
public final class DocumentRow implements Meta {
    private final Document document;
    private final String keyspace;

    /** @param keyspace its name as META() shows it */
    public DocumentRow(Document document, String keyspace) {
        this.document = document;
        this.keyspace = keyspace;
    }

    /** Another for each write of the document. */
    public long version() {
        return document.version();
    }

    /** Returns its value; the bytes themselves where they are no JSON. */
    public N1qlValue value() {
        byte[] body = document.body();
        return isJson() ? N1qlValues.stored(JsonView.of(body)) : N1qlValues.binary(body);
    }

    private boolean isJson() {
        return (DocumentMeta.datatype(document) & DocumentMeta.JSON) != 0;
    }

    @Override
    public N1qlValue field(String name) {
        return switch (name) {
            case "id" -> N1qlValues.of(new String(document.key().bytes(), UTF_8));
            case "cas" -> N1qlValues.of(DocumentMeta.cas(document));
            case "expiration" -> N1qlValues.of(DocumentMeta.expiry(document));
            case "flags" -> N1qlValues.of(DocumentMeta.flags(document) & 0xFFFF_FFFFL);
            case "keyspace" -> N1qlValues.of(keyspace);
            case "type" -> N1qlValues.of(isJson() ? "json" : "binary");
            default -> N1qlValues.MISSING;
        };
    }

    @Override
    public N1qlValue attribute(String name, StatementExecution execution) {
        if (name.startsWith("_")) {
            RequiredPrivilege.SYSTEM_ATTRIBUTES.require(
                    execution, Keyspaces.path(KeyspaceName.of(keyspace), QueryContext.NONE));
        }
        if (name.equals("$document")) {
            return virtual();
        }
        byte[] text = DocumentMeta.xattrs(document);
        return text.length == 0
                ? N1qlValues.MISSING
                : N1qlValues.stored(JsonView.of(text)).field(name);
    }

    /** Returns what the key-value port shows under this name, as far as a query can know it. */
    private N1qlValue virtual() {
        SequencedMap<String, N1qlValue> virtual = new LinkedHashMap<>();
        virtual.put("CAS", N1qlValues.of("0x" + HexFormat.of().toHexDigits(DocumentMeta.cas(document))));
        virtual.put("datatype", N1qlValues.array(List.of(N1qlValues.of(isJson() ? "json" : "raw"))));
        virtual.put("deleted", N1qlValues.FALSE);
        virtual.put("exptime", N1qlValues.of(DocumentMeta.expiry(document)));
        virtual.put("flags", N1qlValues.of(DocumentMeta.flags(document) & 0xFFFF_FFFFL));
        virtual.put("revid", N1qlValues.of(Long.toUnsignedString(DocumentMeta.rev(document))));
        virtual.put("value_bytes", N1qlValues.of(document.body().length));
        return N1qlValues.object(virtual);
    }

    @Override
    public N1qlValue all() {
        SequencedMap<String, N1qlValue> all = new LinkedHashMap<>();
        for (String name : new String[] {"cas", "expiration", "flags", "id", "keyspace", "type"}) {
            all.put(name, field(name));
        }
        return N1qlValues.object(all);
    }
}
