package dev.mayfly.face.mongo.language.expression.value;

/**
 * The inverses of hyperbolic functions, which the JDK does not have, to the precision of a double at both ends of their
 * range (the forms of N. Higham, Accuracy and Stability of Numerical Algorithms, 1.14).
 */
public final class Hyperbolic {
    /** Beyond it, 1 is lost beside the square. */
    private static final double LARGE = 0x1p28;

    private static final double LN_2 = Math.log(2);

    private Hyperbolic() {}

    public static double asinh(double x) {
        double size = Math.abs(x);
        double result = size > LARGE
                ? Math.log(size) + LN_2
                : Math.log1p(size + size * size / (1 + Math.sqrt(size * size + 1)));
        return Math.copySign(result, x);
    }

    public static double acosh(double x) {
        double above = x - 1;
        return x > LARGE ? Math.log(x) + LN_2 : Math.log1p(above + Math.sqrt(2 * above + above * above));
    }

    public static double atanh(double x) {
        double size = Math.abs(x);
        return Math.copySign(0.5 * Math.log1p(2 * size / (1 - size)), x);
    }
}
