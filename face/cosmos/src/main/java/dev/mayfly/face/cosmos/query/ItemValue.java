package dev.mayfly.face.cosmos.query;

import dev.mayfly.base.document.JsonView;
import dev.mayfly.base.query.value.JsonSink;
import dev.mayfly.engine.read.Document;
import dev.mayfly.face.cosmos.language.ComputedProperty;
import dev.mayfly.face.cosmos.language.value.ExpiringRow;
import dev.mayfly.face.cosmos.language.value.SqlObject;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import dev.mayfly.face.cosmos.language.value.SqlValues;
import dev.mayfly.face.cosmos.language.value.StampedItem;
import dev.mayfly.face.cosmos.resource.ItemForm;
import org.jspecify.annotations.Nullable;

/**
 * An item as queries see it: with its system properties, which are appended only when needed, and with the computed
 * ones, which are present when named and hide stored ones of their names.
 *
 * <p>On the path of every item that a query looks at, hence plain. Used by one thread.
 */
final class ItemValue extends SqlObject implements ExpiringRow {
    private final Document item;
    private final ItemForm form;
    private byte @Nullable [] shown;

    ItemValue(Document item, ItemForm form) {
        super((JsonView) item.view());
        this.item = item;
        this.form = form;
    }

    @Override
    public long deadlineMillis() {
        return item.deadline();
    }

    private byte[] shown() {
        byte[] known = shown;
        if (known == null) {
            known = form.shown(item);
            shown = known;
        }
        return known;
    }

    private SqlObject whole() {
        return (SqlObject) SqlValues.stored(JsonView.of(shown()));
    }

    @Override
    public SqlValue field(String name) {
        ComputedProperty computed =
                form.computed().isEmpty() ? null : form.computed().named(name);
        if (computed != null) {
            return computed.of(
                    new StampedItem((JsonView) item.view(), item.stamp().modified()));
        }
        return name.startsWith("_") ? whole().field(name) : super.field(name);
    }

    @Override
    public Fields<SqlValue> fields() {
        return whole().fields();
    }

    @Override
    public void write(JsonSink out) {
        byte[] text = shown();
        out.raw(text, 0, text.length);
    }
}
