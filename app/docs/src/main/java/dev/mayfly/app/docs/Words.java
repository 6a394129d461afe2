package dev.mayfly.app.docs;

import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.CustomNode;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;

/** The text of a piece of a document, without its marks. */
final class Words extends AbstractVisitor {
    private final StringBuilder text = new StringBuilder();

    static String of(Node node) {
        Words words = new Words();
        node.accept(words);
        return words.text.toString().replaceAll("\\s+", " ").strip();
    }

    @Override
    public void visit(Text node) {
        text.append(node.getLiteral());
    }

    @Override
    public void visit(Code node) {
        text.append(node.getLiteral());
    }

    @Override
    public void visit(HtmlInline node) {
        text.append(node.getLiteral());
    }

    @Override
    public void visit(HtmlBlock node) {
        text.append(node.getLiteral()).append(' ');
    }

    @Override
    public void visit(FencedCodeBlock node) {
        text.append(node.getLiteral()).append(' ');
    }

    @Override
    public void visit(IndentedCodeBlock node) {
        text.append(node.getLiteral()).append(' ');
    }

    @Override
    public void visit(SoftLineBreak node) {
        text.append(' ');
    }

    @Override
    public void visit(HardLineBreak node) {
        text.append(' ');
    }

    @Override
    public void visit(Paragraph node) {
        visitChildren(node);
        text.append(' ');
    }

    /** The cells of a table. */
    @Override
    public void visit(CustomNode node) {
        visitChildren(node);
        text.append(' ');
    }
}
