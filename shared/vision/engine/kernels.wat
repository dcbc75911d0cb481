;; The networks' hot loops, four floats at a time (fixed-width SIMD, https://webassembly.github.io/spec/core).
;; All addresses, strides and lengths are in bytes. Channels are padded to multiples of 4 floats (8 for `gemm`).
;; Compiled with `npx wat2wasm kernels.wat -o kernels.wasm`.
(module
  (memory (export "memory") 1)

  ;; Matrix product, used for convolutions: for each row i of `a` and each output channel j
  ;;   c[i][j] = max(low, bias[j] + sum over k of a[i][k] * b[k][j])
  ;; `b` is stored in panels of 8 output channels: [panel, k, channel]. `rows` is a multiple of 4, `columns` (the output
  ;; channels) of 8, `depth` (the number of k) of 2. Accumulates four rows by eight columns in registers.
  (func (export "gemm")
    (param $a i32) (param $aStride i32) (param $b i32) (param $bias i32) (param $c i32) (param $cStride i32)
    (param $rows i32) (param $columns i32) (param $depth i32) (param $low f32)
    (local $row i32) (local $column i32) (local $k i32) (local $panel i32) (local $out i32)
    (local $a0 i32) (local $a1 i32) (local $a2 i32) (local $a3 i32)
    (local $b0 v128) (local $b1 v128) (local $value v128) (local $lows v128)
    (local $c00 v128) (local $c01 v128) (local $c10 v128) (local $c11 v128)
    (local $c20 v128) (local $c21 v128) (local $c30 v128) (local $c31 v128)
    (local.set $panel (local.get $b))
    (local.set $lows (f32x4.splat (local.get $low)))
    (loop $eachPanel
      (local.set $row (i32.const 0))
      (loop $eachFourRows
        (local.set $a0 (i32.add (local.get $a) (i32.mul (local.get $row) (local.get $aStride))))
        (local.set $a1 (i32.add (local.get $a0) (local.get $aStride)))
        (local.set $a2 (i32.add (local.get $a1) (local.get $aStride)))
        (local.set $a3 (i32.add (local.get $a2) (local.get $aStride)))
        (local.set $b (local.get $panel))
        (local.set $b0 (v128.load (i32.add (local.get $bias) (i32.shl (local.get $column) (i32.const 2)))))
        (local.set $b1 (v128.load offset=16 (i32.add (local.get $bias) (i32.shl (local.get $column) (i32.const 2)))))
        (local.set $c00 (local.get $b0))
        (local.set $c01 (local.get $b1))
        (local.set $c10 (local.get $b0))
        (local.set $c11 (local.get $b1))
        (local.set $c20 (local.get $b0))
        (local.set $c21 (local.get $b1))
        (local.set $c30 (local.get $b0))
        (local.set $c31 (local.get $b1))
        (local.set $k (local.get $depth))
        (loop $eachTwoK
          (local.set $b0 (v128.load offset=0 (local.get $b)))
          (local.set $b1 (v128.load offset=16 (local.get $b)))
          (local.set $value (v128.load32_splat offset=0 (local.get $a0)))
          (local.set $c00 (f32x4.add (local.get $c00) (f32x4.mul (local.get $value) (local.get $b0))))
          (local.set $c01 (f32x4.add (local.get $c01) (f32x4.mul (local.get $value) (local.get $b1))))
          (local.set $value (v128.load32_splat offset=0 (local.get $a1)))
          (local.set $c10 (f32x4.add (local.get $c10) (f32x4.mul (local.get $value) (local.get $b0))))
          (local.set $c11 (f32x4.add (local.get $c11) (f32x4.mul (local.get $value) (local.get $b1))))
          (local.set $value (v128.load32_splat offset=0 (local.get $a2)))
          (local.set $c20 (f32x4.add (local.get $c20) (f32x4.mul (local.get $value) (local.get $b0))))
          (local.set $c21 (f32x4.add (local.get $c21) (f32x4.mul (local.get $value) (local.get $b1))))
          (local.set $value (v128.load32_splat offset=0 (local.get $a3)))
          (local.set $c30 (f32x4.add (local.get $c30) (f32x4.mul (local.get $value) (local.get $b0))))
          (local.set $c31 (f32x4.add (local.get $c31) (f32x4.mul (local.get $value) (local.get $b1))))
          ;; The second k.
          (local.set $b0 (v128.load offset=32 (local.get $b)))
          (local.set $b1 (v128.load offset=48 (local.get $b)))
          (local.set $value (v128.load32_splat offset=4 (local.get $a0)))
          (local.set $c00 (f32x4.add (local.get $c00) (f32x4.mul (local.get $value) (local.get $b0))))
          (local.set $c01 (f32x4.add (local.get $c01) (f32x4.mul (local.get $value) (local.get $b1))))
          (local.set $value (v128.load32_splat offset=4 (local.get $a1)))
          (local.set $c10 (f32x4.add (local.get $c10) (f32x4.mul (local.get $value) (local.get $b0))))
          (local.set $c11 (f32x4.add (local.get $c11) (f32x4.mul (local.get $value) (local.get $b1))))
          (local.set $value (v128.load32_splat offset=4 (local.get $a2)))
          (local.set $c20 (f32x4.add (local.get $c20) (f32x4.mul (local.get $value) (local.get $b0))))
          (local.set $c21 (f32x4.add (local.get $c21) (f32x4.mul (local.get $value) (local.get $b1))))
          (local.set $value (v128.load32_splat offset=4 (local.get $a3)))
          (local.set $c30 (f32x4.add (local.get $c30) (f32x4.mul (local.get $value) (local.get $b0))))
          (local.set $c31 (f32x4.add (local.get $c31) (f32x4.mul (local.get $value) (local.get $b1))))
          (local.set $a0 (i32.add (local.get $a0) (i32.const 8)))
          (local.set $a1 (i32.add (local.get $a1) (i32.const 8)))
          (local.set $a2 (i32.add (local.get $a2) (i32.const 8)))
          (local.set $a3 (i32.add (local.get $a3) (i32.const 8)))
          (local.set $b (i32.add (local.get $b) (i32.const 64)))
          (br_if $eachTwoK (local.tee $k (i32.sub (local.get $k) (i32.const 2)))))
        (local.set $out
          (i32.add
            (local.get $c)
            (i32.add (i32.mul (local.get $row) (local.get $cStride)) (i32.shl (local.get $column) (i32.const 2)))))
        (v128.store (local.get $out) (f32x4.pmax (local.get $c00) (local.get $lows)))
        (v128.store offset=16 (local.get $out) (f32x4.pmax (local.get $c01) (local.get $lows)))
        (local.set $out (i32.add (local.get $out) (local.get $cStride)))
        (v128.store (local.get $out) (f32x4.pmax (local.get $c10) (local.get $lows)))
        (v128.store offset=16 (local.get $out) (f32x4.pmax (local.get $c11) (local.get $lows)))
        (local.set $out (i32.add (local.get $out) (local.get $cStride)))
        (v128.store (local.get $out) (f32x4.pmax (local.get $c20) (local.get $lows)))
        (v128.store offset=16 (local.get $out) (f32x4.pmax (local.get $c21) (local.get $lows)))
        (local.set $out (i32.add (local.get $out) (local.get $cStride)))
        (v128.store (local.get $out) (f32x4.pmax (local.get $c30) (local.get $lows)))
        (v128.store offset=16 (local.get $out) (f32x4.pmax (local.get $c31) (local.get $lows)))
        (local.set $row (i32.add (local.get $row) (i32.const 4)))
        (br_if $eachFourRows (i32.lt_u (local.get $row) (local.get $rows))))
      (local.set $panel (i32.add (local.get $panel) (i32.mul (local.get $depth) (i32.const 32))))
      (local.set $column (i32.add (local.get $column) (i32.const 8)))
      (br_if $eachPanel (i32.lt_u (local.get $column) (local.get $columns)))))

  ;; One row of a 3 x 3 depthwise convolution: $row0 to $row2 are the first taps in three rows of the input, and $step
  ;; is the distance between the taps of adjacent pixels. Weights are [tap, channel]; nine of them stay in registers.
  (func (export "depthwise3")
    (param $row0 i32) (param $row1 i32) (param $row2 i32) (param $weights i32) (param $bias i32) (param $out i32)
    (param $width i32) (param $pixel i32) (param $step i32) (param $low f32)
    (local $channel i32) (local $x i32) (local $to i32) (local $twoPixels i32)
    (local $p0 i32) (local $p1 i32) (local $p2 i32) (local $sum v128) (local $start v128) (local $lows v128)
    (local $w0 v128) (local $w1 v128) (local $w2 v128) (local $w3 v128) (local $w4 v128)
    (local $w5 v128) (local $w6 v128) (local $w7 v128) (local $w8 v128)
    (local.set $lows (f32x4.splat (local.get $low)))
    (local.set $twoPixels (i32.shl (local.get $pixel) (i32.const 1)))
    (loop $eachFourChannels
      (local.set $to (i32.add (local.get $weights) (local.get $channel)))
      (local.set $w0 (v128.load (local.get $to)))
      (local.set $to (i32.add (local.get $to) (local.get $pixel)))
      (local.set $w1 (v128.load (local.get $to)))
      (local.set $to (i32.add (local.get $to) (local.get $pixel)))
      (local.set $w2 (v128.load (local.get $to)))
      (local.set $to (i32.add (local.get $to) (local.get $pixel)))
      (local.set $w3 (v128.load (local.get $to)))
      (local.set $to (i32.add (local.get $to) (local.get $pixel)))
      (local.set $w4 (v128.load (local.get $to)))
      (local.set $to (i32.add (local.get $to) (local.get $pixel)))
      (local.set $w5 (v128.load (local.get $to)))
      (local.set $to (i32.add (local.get $to) (local.get $pixel)))
      (local.set $w6 (v128.load (local.get $to)))
      (local.set $to (i32.add (local.get $to) (local.get $pixel)))
      (local.set $w7 (v128.load (local.get $to)))
      (local.set $to (i32.add (local.get $to) (local.get $pixel)))
      (local.set $w8 (v128.load (local.get $to)))
      (local.set $start (v128.load (i32.add (local.get $bias) (local.get $channel))))
      (local.set $p0 (i32.add (local.get $row0) (local.get $channel)))
      (local.set $p1 (i32.add (local.get $row1) (local.get $channel)))
      (local.set $p2 (i32.add (local.get $row2) (local.get $channel)))
      (local.set $to (i32.add (local.get $out) (local.get $channel)))
      (local.set $x (local.get $width))
      (loop $eachPixel
        (local.set $sum (local.get $start))
        (local.set $sum (f32x4.add (local.get $sum) (f32x4.mul (v128.load (local.get $p0)) (local.get $w0))))
        (local.set $sum (f32x4.add (local.get $sum) (f32x4.mul (v128.load (i32.add (local.get $p0) (local.get $pixel))) (local.get $w1))))
        (local.set $sum (f32x4.add (local.get $sum) (f32x4.mul (v128.load (i32.add (local.get $p0) (local.get $twoPixels))) (local.get $w2))))
        (local.set $sum (f32x4.add (local.get $sum) (f32x4.mul (v128.load (local.get $p1)) (local.get $w3))))
        (local.set $sum (f32x4.add (local.get $sum) (f32x4.mul (v128.load (i32.add (local.get $p1) (local.get $pixel))) (local.get $w4))))
        (local.set $sum (f32x4.add (local.get $sum) (f32x4.mul (v128.load (i32.add (local.get $p1) (local.get $twoPixels))) (local.get $w5))))
        (local.set $sum (f32x4.add (local.get $sum) (f32x4.mul (v128.load (local.get $p2)) (local.get $w6))))
        (local.set $sum (f32x4.add (local.get $sum) (f32x4.mul (v128.load (i32.add (local.get $p2) (local.get $pixel))) (local.get $w7))))
        (local.set $sum (f32x4.add (local.get $sum) (f32x4.mul (v128.load (i32.add (local.get $p2) (local.get $twoPixels))) (local.get $w8))))
        (v128.store (local.get $to) (f32x4.pmax (local.get $sum) (local.get $lows)))
        (local.set $to (i32.add (local.get $to) (local.get $pixel)))
        (local.set $p0 (i32.add (local.get $p0) (local.get $step)))
        (local.set $p1 (i32.add (local.get $p1) (local.get $step)))
        (local.set $p2 (i32.add (local.get $p2) (local.get $step)))
        (br_if $eachPixel (local.tee $x (i32.sub (local.get $x) (i32.const 1)))))
      (local.set $channel (i32.add (local.get $channel) (i32.const 16)))
      (br_if $eachFourChannels (i32.lt_u (local.get $channel) (local.get $pixel)))))

  ;; One row of a depthwise convolution with any window: $offsets lists the distance of each of $taps from $in.
  (func (export "depthwise")
    (param $in i32) (param $weights i32) (param $bias i32) (param $out i32) (param $width i32) (param $pixel i32)
    (param $step i32) (param $offsets i32) (param $taps i32) (param $low f32)
    (local $channel i32) (local $tap i32) (local $weight i32) (local $offset i32) (local $from i32)
    (local $sum v128) (local $lows v128)
    (local.set $lows (f32x4.splat (local.get $low)))
    (loop $eachPixel
      (local.set $channel (i32.const 0))
      (loop $eachFourChannels
        (local.set $sum (v128.load (i32.add (local.get $bias) (local.get $channel))))
        (local.set $weight (i32.add (local.get $weights) (local.get $channel)))
        (local.set $from (i32.add (local.get $in) (local.get $channel)))
        (local.set $offset (local.get $offsets))
        (local.set $tap (local.get $taps))
        (loop $eachTap
          (local.set $sum
            (f32x4.add
              (local.get $sum)
              (f32x4.mul
                (v128.load (i32.add (local.get $from) (i32.load (local.get $offset))))
                (v128.load (local.get $weight)))))
          (local.set $weight (i32.add (local.get $weight) (local.get $pixel)))
          (local.set $offset (i32.add (local.get $offset) (i32.const 4)))
          (br_if $eachTap (local.tee $tap (i32.sub (local.get $tap) (i32.const 1)))))
        (v128.store (i32.add (local.get $out) (local.get $channel)) (f32x4.pmax (local.get $sum) (local.get $lows)))
        (local.set $channel (i32.add (local.get $channel) (i32.const 16)))
        (br_if $eachFourChannels (i32.lt_u (local.get $channel) (local.get $pixel))))
      (local.set $in (i32.add (local.get $in) (local.get $step)))
      (local.set $out (i32.add (local.get $out) (local.get $pixel)))
      (br_if $eachPixel (local.tee $width (i32.sub (local.get $width) (i32.const 1))))))

  ;; One row of a 2 x 2 max pool with stride 2.
  (func (export "maxPool2")
    (param $row0 i32) (param $row1 i32) (param $out i32) (param $width i32) (param $pixel i32)
    (local $channel i32) (local $next0 i32) (local $next1 i32)
    (loop $eachPixel
      (local.set $next0 (i32.add (local.get $row0) (local.get $pixel)))
      (local.set $next1 (i32.add (local.get $row1) (local.get $pixel)))
      (local.set $channel (i32.const 0))
      (loop $eachFourChannels
        (v128.store
          (i32.add (local.get $out) (local.get $channel))
          (f32x4.max
            (f32x4.max
              (v128.load (i32.add (local.get $row0) (local.get $channel)))
              (v128.load (i32.add (local.get $next0) (local.get $channel))))
            (f32x4.max
              (v128.load (i32.add (local.get $row1) (local.get $channel)))
              (v128.load (i32.add (local.get $next1) (local.get $channel))))))
        (local.set $channel (i32.add (local.get $channel) (i32.const 16)))
        (br_if $eachFourChannels (i32.lt_u (local.get $channel) (local.get $pixel))))
      (local.set $row0 (i32.add (local.get $next0) (local.get $pixel)))
      (local.set $row1 (i32.add (local.get $next1) (local.get $pixel)))
      (local.set $out (i32.add (local.get $out) (local.get $pixel)))
      (br_if $eachPixel (local.tee $width (i32.sub (local.get $width) (i32.const 1))))))

  ;; out = one + other
  (func (export "add")
    (param $one i32) (param $other i32) (param $out i32) (param $length i32)
    (local $i i32)
    (loop $eachFour
      (v128.store
        (i32.add (local.get $out) (local.get $i))
        (f32x4.add (v128.load (i32.add (local.get $one) (local.get $i))) (v128.load (i32.add (local.get $other) (local.get $i)))))
      (local.set $i (i32.add (local.get $i) (i32.const 16)))
      (br_if $eachFour (i32.lt_u (local.get $i) (local.get $length)))))

  ;; out = in * factors, one per channel
  (func (export "scale")
    (param $in i32) (param $factors i32) (param $out i32) (param $length i32) (param $pixel i32)
    (local $i i32) (local $channel i32)
    (loop $eachFour
      (v128.store
        (i32.add (local.get $out) (local.get $i))
        (f32x4.mul (v128.load (i32.add (local.get $in) (local.get $i))) (v128.load (i32.add (local.get $factors) (local.get $channel)))))
      (local.set $i (i32.add (local.get $i) (i32.const 16)))
      (local.set $channel (i32.add (local.get $channel) (i32.const 16)))
      (if (i32.ge_u (local.get $channel) (local.get $pixel)) (then (local.set $channel (i32.const 0))))
      (br_if $eachFour (i32.lt_u (local.get $i) (local.get $length)))))

  ;; out += the sum of all pixels, per channel
  (func (export "total")
    (param $in i32) (param $out i32) (param $length i32) (param $pixel i32)
    (local $i i32) (local $channel i32)
    (loop $eachFour
      (v128.store
        (i32.add (local.get $out) (local.get $channel))
        (f32x4.add (v128.load (i32.add (local.get $out) (local.get $channel))) (v128.load (i32.add (local.get $in) (local.get $i)))))
      (local.set $i (i32.add (local.get $i) (i32.const 16)))
      (local.set $channel (i32.add (local.get $channel) (i32.const 16)))
      (if (i32.ge_u (local.get $channel) (local.get $pixel)) (then (local.set $channel (i32.const 0))))
      (br_if $eachFour (i32.lt_u (local.get $i) (local.get $length)))))

  ;; out = max(in, 0) + slope * min(in, 0), one slope per channel
  (func (export "prelu")
    (param $in i32) (param $slopes i32) (param $out i32) (param $length i32) (param $pixel i32)
    (local $i i32) (local $channel i32) (local $value v128) (local $zero v128)
    (loop $eachFour
      (local.set $value (v128.load (i32.add (local.get $in) (local.get $i))))
      (v128.store
        (i32.add (local.get $out) (local.get $i))
        (f32x4.add
          (f32x4.pmax (local.get $value) (local.get $zero))
          (f32x4.mul (v128.load (i32.add (local.get $slopes) (local.get $channel))) (f32x4.pmin (local.get $value) (local.get $zero)))))
      (local.set $i (i32.add (local.get $i) (i32.const 16)))
      (local.set $channel (i32.add (local.get $channel) (i32.const 16)))
      (if (i32.ge_u (local.get $channel) (local.get $pixel)) (then (local.set $channel (i32.const 0))))
      (br_if $eachFour (i32.lt_u (local.get $i) (local.get $length)))))

  ;; out = in * min(max(in + 3, 0), 6) / 6
  (func (export "hardSwish")
    (param $in i32) (param $out i32) (param $length i32)
    (local $i i32) (local $value v128)
    (loop $eachFour
      (local.set $value (v128.load (i32.add (local.get $in) (local.get $i))))
      (v128.store
        (i32.add (local.get $out) (local.get $i))
        (f32x4.mul
          (f32x4.mul (local.get $value) (f32x4.splat (f32.const 0.16666667)))
          (f32x4.pmin
            (f32x4.pmax (f32x4.add (local.get $value) (f32x4.splat (f32.const 3))) (f32x4.splat (f32.const 0)))
            (f32x4.splat (f32.const 6)))))
      (local.set $i (i32.add (local.get $i) (i32.const 16)))
      (br_if $eachFour (i32.lt_u (local.get $i) (local.get $length)))))

  ;; out = one + (other - one) * share
  (func $lerp (export "lerp")
    (param $one i32) (param $other i32) (param $out i32) (param $length i32) (param $share f32)
    (local $i i32) (local $value v128) (local $shares v128)
    (local.set $shares (f32x4.splat (local.get $share)))
    (loop $eachFour
      (local.set $value (v128.load (i32.add (local.get $one) (local.get $i))))
      (v128.store
        (i32.add (local.get $out) (local.get $i))
        (f32x4.add
          (local.get $value)
          (f32x4.mul (local.get $shares) (f32x4.sub (v128.load (i32.add (local.get $other) (local.get $i))) (local.get $value)))))
      (local.set $i (i32.add (local.get $i) (i32.const 16)))
      (br_if $eachFour (i32.lt_u (local.get $i) (local.get $length)))))

  ;; Widens a row by interpolation: $table lists, for each output pixel, the offsets of its two source pixels and the weight of the second.
  (func (export "widen")
    (param $row i32) (param $out i32) (param $table i32) (param $width i32) (param $pixel i32)
    (loop $eachPixel
      (call $lerp
        (i32.add (local.get $row) (i32.load (local.get $table)))
        (i32.add (local.get $row) (i32.load offset=4 (local.get $table)))
        (local.get $out)
        (local.get $pixel)
        (f32.load offset=8 (local.get $table)))
      (local.set $table (i32.add (local.get $table) (i32.const 12)))
      (local.set $out (i32.add (local.get $out) (local.get $pixel)))
      (br_if $eachPixel (local.tee $width (i32.sub (local.get $width) (i32.const 1)))))))
